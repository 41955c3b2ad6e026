import { modes } from '@convene/domain'
import type { DeclaredTable, SettingGroup } from './table.ts'

/** Every mode has its own settings, under its name. */
export const modeGroups: DeclaredTable = Object.fromEntries(
  Object.values(modes).flatMap(({ name, settings }): [string, SettingGroup][] =>
    settings ? [[name, { section: 'runs', group: settings }]] : [],
  ),
)

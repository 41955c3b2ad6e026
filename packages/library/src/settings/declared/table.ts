import type { Setting, SettingSection, SettingTable } from '@convene/domain'

/** Settings under one key of the file. */
export type SettingGroup<Table extends SettingTable = SettingTable> = {
  readonly group: Table
  readonly hint?: string
  /** Whether an unknown key in it is an error. */
  readonly strict?: boolean
  /** The section in which the page shows all of them. */
  readonly section?: SettingSection
}

export type DeclaredTable = { readonly [key: string]: Setting | SettingGroup }

export const isGroup = (declared: Setting | SettingGroup): declared is SettingGroup => 'group' in declared

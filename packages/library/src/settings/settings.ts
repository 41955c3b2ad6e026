import { type ModeSettings, modes, type Setting } from '@convene/domain'
import type { z } from 'zod'
import { declared, type OwnSettings } from './declared/declared.ts'
import { isGroup } from './declared/table.ts'
import type { SettingsFile } from './settings-file.ts'

/** With a default, there is always a value. Without one, there is none until somebody sets it. */
type Defaulted<Table> = {
  [Key in keyof Table]: Table[Key] extends { readonly default: unknown } ? Key : never
}[keyof Table]
type GroupKeys<Table> = {
  [Key in keyof Table]: Table[Key] extends { readonly group: unknown } ? Key : never
}[keyof Table]
type ValueOf<One> = One extends { readonly default: infer Value } ? Value : never
type OptionalOf<One> = One extends { readonly schema: infer Schema extends z.ZodType } ? z.output<Schema> : never
type GroupValues<Table> = { readonly [Key in Defaulted<Table>]: ValueOf<Table[Key]> } & {
  readonly [Key in Exclude<keyof Table, Defaulted<Table>>]?: OptionalOf<Table[Key]>
}
type Values<Table> = GroupValues<Omit<Table, GroupKeys<Table>>> & {
  readonly [Key in GroupKeys<Table>]: Table[Key] extends { readonly group: infer Inner } ? GroupValues<Inner> : never
}

/**
 * The settings in force: the user's, then the workspace's, with every default filled in. It includes the modes'
 * settings under their names: see `settingsOfMode`.
 */
export type Settings = Values<OwnSettings>

type Fields = { readonly [key: string]: unknown }
type LayerName = 'user' | 'workspace'

export const defaultSettings = mapEntries((entry) =>
  isGroup(entry) ? defined(Object.entries(entry.group).map(([key, one]) => [key, one.default])) : entry.default,
) as Settings

/** Applies a file's settings on top of those below it. */
export function mergeSettings(below: Settings, file: SettingsFile, layer: LayerName): Settings {
  const [old, written] = [below as Fields, file as Fields]
  return mapEntries((entry, key) => {
    if (!isGroup(entry)) return mergeOne(entry, old[key], written[key], layer)
    const [inner, changes] = [old[key] as Fields, (written[key] ?? {}) as Fields]
    return defined(
      Object.entries(entry.group).map(([name, one]) => [name, mergeOne(one, inner[name], changes[name], layer)]),
    )
  }) as Settings
}

/** The settings for one mode. */
export function settingsOfMode(settings: Settings, mode: string): ModeSettings {
  const { settings: own, settingsOf } = modes[mode] ?? {}
  const group = own ? mode : settingsOf
  return group === undefined ? {} : ((settings as Fields)[group] as ModeSettings)
}

function mergeOne(one: Setting, below: unknown, value: unknown, layer: LayerName): unknown {
  if (value === undefined) return below
  return one.merge ? one.merge(below, value, layer) : value
}

function mapEntries(make: (entry: (typeof declared)[string], key: string) => unknown): Fields {
  return defined(Object.entries(declared).map(([key, entry]) => [key, make(entry, key)]))
}

function defined(entries: readonly (readonly [string, unknown])[]): Fields {
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

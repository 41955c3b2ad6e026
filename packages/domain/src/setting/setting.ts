import type { z } from 'zod'
import type { OptionUse } from '../run-option/option.ts'
import type { Narrow } from './only-stricter.ts'

/** How the settings page shows a setting. The rest of its control follows from the schema. */
export type SettingControl = {
  /** Suggests names that only the program knows. */
  readonly names?: 'model' | 'mode' | 'team'
  readonly placeholder?: string
  /** The label of a choice while nothing is chosen and there is no default. */
  readonly unset?: string
  /** A note next to each option of a choice. */
  readonly notes?: { readonly [option: string]: string }
}

export type SettingSection = 'runs' | 'limits' | 'updates'

type Declared<Schema extends z.ZodType> = {
  readonly schema: Schema
  /** Required: if it could be forgotten, the setting would be open to any cloned repository. */
  readonly untrusted: 'never' | 'free' | Narrow
  readonly label: string
  readonly hint: string
  /** An invalid value stops the run instead of falling back to the default: a guess could cost money or leak a key. */
  readonly mustBeValid?: boolean
  /** Where the settings page shows it. Otherwise it is changed in the file or with `convene settings set`. */
  readonly section?: SettingSection
  readonly control?: SettingControl
  /** It is also an option of a run. */
  readonly option?: OptionUse & { readonly hint?: string; readonly label?: string }
}

/** One setting, declared once: schema, default, trust, and how people see it. Without a default it stays unset. */
export type Setting<Schema extends z.ZodType = z.ZodType, Value = unknown> = Declared<Schema> & {
  readonly default?: Value
  /** How the workspace's value is merged with the user's. Without it the later one replaces the earlier. */
  merge?(below: Value, value: z.output<Schema>, layer: 'user' | 'workspace'): Value
}

export type SettingTable = { readonly [key: string]: Setting }

type WithDefault<Schema extends z.ZodType> = Declared<Schema> & { readonly default: z.output<Schema> }

/** Declares a setting. Its types follow from the schema. */
export function setting<Schema extends z.ZodType>(
  declared: WithDefault<Schema>,
): Setting<Schema, z.output<Schema>> & WithDefault<Schema>
export function setting<Schema extends z.ZodType>(declared: Declared<Schema>): Setting<Schema, undefined>
export function setting<Schema extends z.ZodType>(declared: Setting<Schema>): Setting<Schema> {
  return declared
}

type ByName<Schema extends z.ZodType> = Omit<WithDefault<Schema>, 'default'>

/** Declares a setting with named entries: a workspace adds to the user's entries and replaces equally named ones. */
export const settingByName = <Schema extends z.ZodType<object>>(
  declared: ByName<Schema>,
): Setting<Schema, z.output<Schema>> & WithDefault<Schema> => ({
  ...(declared as Declared<Schema>),
  default: {} as z.output<Schema>,
  merge: (below, value) => ({ ...(below as object), ...(value as object) }) as z.output<Schema>,
})

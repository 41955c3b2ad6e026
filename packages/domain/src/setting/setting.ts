import type { z } from 'zod'
import type { Narrow } from './only-stricter.ts'

/** How the settings page shows a setting; the rest of its control follows from the schema. */
export type SettingControl = {
  /** Names that only the program knows are offered by it. */
  readonly names?: 'model' | 'mode' | 'team'
  readonly placeholder?: string
  /** What a choice is called while nothing is chosen and there is no default. */
  readonly unset?: string
  /** A note beside each option of a choice. */
  readonly notes?: { readonly [option: string]: string }
}

export type SettingSection = 'runs' | 'limits'

type Declared<Schema extends z.ZodType> = {
  readonly schema: Schema
  /** Required: a setting that forgot to say so would be open to any cloned repository. */
  readonly untrusted: 'never' | 'free' | Narrow
  readonly label: string
  readonly hint: string
  /** A bad value stops the run instead of falling back to the default: a guess could cost money or leak a key. */
  readonly mustBeValid?: boolean
  /** Where the settings page shows it; without it the setting is changed in the file or with `convene settings set`. */
  readonly section?: SettingSection
  readonly control?: SettingControl
}

/** One setting, declared once: schema, default, trust, and how people see it. Without a default it stays unset. */
export type Setting<Schema extends z.ZodType = z.ZodType, Value = unknown> = Declared<Schema> & {
  readonly default?: Value
  /** How the workspace's value joins the user's; without it the later one replaces the earlier. */
  merge?(below: Value, value: z.output<Schema>, layer: 'user' | 'workspace'): Value
}

export type SettingTable = { readonly [key: string]: Setting }

type WithDefault<Schema extends z.ZodType> = Declared<Schema> & { readonly default: z.output<Schema> }

/** Declares a setting; its types follow from the schema. */
export function setting<Schema extends z.ZodType>(
  declared: WithDefault<Schema>,
): Setting<Schema, z.output<Schema>> & WithDefault<Schema>
export function setting<Schema extends z.ZodType>(declared: Declared<Schema>): Setting<Schema, undefined>
export function setting<Schema extends z.ZodType>(declared: Setting<Schema>): Setting<Schema> {
  return declared
}

type ByName<Schema extends z.ZodType> = Omit<WithDefault<Schema>, 'default'>

/** Declares a setting with entries by name: a workspace adds to the user's entries and replaces those of the same name. */
export const settingByName = <Schema extends z.ZodType<object>>(
  declared: ByName<Schema>,
): Setting<Schema, z.output<Schema>> & WithDefault<Schema> => ({
  ...(declared as Declared<Schema>),
  default: {} as z.output<Schema>,
  merge: (below, value) => ({ ...(below as object), ...(value as object) }) as z.output<Schema>,
})

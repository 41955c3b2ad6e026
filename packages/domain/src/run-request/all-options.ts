import { limitTable } from '../limits/limits.ts'
import { faces } from '../modes/faces.ts'
import type { OptionUse, RunOption } from '../run-option/option.ts'
import type { SettingControl } from '../setting/setting.ts'
import { runOptions } from './options.ts'

/** An option in the list of all: its key, and where a request has it. */
export type ListedOption = RunOption & {
  readonly key: string
  /** Undefined: at the top. */
  readonly within?: 'limits' | 'settings'
  /** The only mode it makes sense in. */
  readonly mode?: string
}

/** Every option that a run can be given, in the order that people see them. */
export const allOptions: readonly ListedOption[] = [
  ...Object.entries(runOptions as { readonly [key: string]: RunOption }).map(([key, each]) => ({ ...each, key })),
  ...Object.entries(limitTable).map(([key, limit]) => listedLimit(key, limit)),
  ...Object.values(faces).flatMap(optionsOfMode),
]

type Limit = Pick<RunOption, 'schema' | 'label' | 'hint'> & { readonly option?: Omit<OptionUse, 'kept'> }

/** A limit without a flag is set in the settings, or by programs of the user. */
function listedLimit(key: string, { schema, label, hint, option }: Limit): ListedOption {
  const use = option ?? ({ by: 'user' } as const)
  return { key, within: 'limits', schema, label, hint, kept: true, isPrepared: true, ...use }
}

function optionsOfMode({ name, settings = {}, options = {} }: (typeof faces)[string]): readonly ListedOption[] {
  const declared = Object.entries(settings).flatMap(([key, { schema, label, hint, control, option }]) =>
    option ? [{ key, schema, label, hint, ...wordsOf(control), ...option }] : [],
  )
  const own = Object.entries(options).map(([key, each]) => ({ key, ...each }))
  return [...declared, ...own].map((each) => ({ ...each, within: 'settings', mode: name, isPrepared: true }))
}

function wordsOf({ placeholder, notes, unset }: SettingControl = {}): Partial<RunOption> {
  return {
    ...(placeholder !== undefined && { example: placeholder }),
    ...(notes && { notes }),
    ...(unset !== undefined && { unset }),
  }
}

/** The options that a surface has. */
export const optionsOn = (surface: 'page' | 'sdk' | 'hook'): readonly ListedOption[] =>
  allOptions.filter(({ not = [] }) => !not.includes(surface))

import { z } from 'zod'
import { LimitSettings } from '../limits/limits.ts'
import { Json } from '../shared/json.ts'
import { allOptions, type ListedOption, optionsOn } from './all-options.ts'
import type { runOptions } from './options.ts'

type Declared = typeof runOptions
type Shape = { readonly [Key in keyof Declared]: z.ZodOptional<Declared[Key]['schema']> }

const described = ({ schema, hint }: Pick<ListedOption, 'schema' | 'hint'>): z.ZodType =>
  schema.optional().describe(hint)

const fieldsOf = (options: readonly ListedOption[]): { readonly [key: string]: z.ZodType } =>
  Object.fromEntries(options.map((each) => [each.key, described(each)]))

/** Settings of a mode. A team or a later version may have others, so unknown ones stay. */
const ModeOptions: z.ZodType<{ readonly [key: string]: Json }> = z
  .object(fieldsOf(allOptions.filter(({ within }) => within === 'settings')))
  .catchall(Json) as never

/** The fields of a request, for schemas that have more. Whatever is not set comes from the team, then the settings. */
export const runRequestFields = {
  ...(fieldsOf(allOptions.filter(({ within }) => within === undefined)) as unknown as Shape),
  limits: LimitSettings.optional().describe('What the run may spend and touch.'),
  settings: ModeOptions.optional().describe("Settings of the mode, which override the team's."),
}

type NotInHooks = 'interactive' | 'seed'

/** The same for a hook in the settings, which starts a run without its user. */
export const hookFields = {
  ...(fieldsOf(optionsOn('hook').filter(({ within }) => within === undefined)) as unknown as Omit<Shape, NotInHooks>),
  limits: runRequestFields.limits,
  settings: runRequestFields.settings,
}

const Fields = z.object(runRequestFields)

/** What a run is asked to be, on every surface. */
export type RunRequest = { readonly [Key in keyof z.infer<typeof Fields>]: AsGiven<z.infer<typeof Fields>[Key]> }

/** Callers may pass a list that must not be changed. */
type AsGiven<Value> = Value extends readonly (infer Item)[] ? readonly Item[] : Value

/** A request from values by key, as a command line or another program gives them. Unknown keys are left out. */
export function requestFrom(values: { readonly [key: string]: unknown }, options = allOptions): RunRequest {
  const request: { [key: string]: unknown } = {}
  for (const { key, within } of options) {
    const value = values[key]
    if (value === undefined) continue
    if (within === undefined) request[key] = value
    else request[within] = { ...(request[within] as object | undefined), [key]: value }
  }
  return request as RunRequest
}

const forPrograms = allOptions.filter(({ by }) => by === 'program')

/** What another agent may ask for, as one flat schema. A limit can be lowered, and never lifted. */
export const programFields: { readonly [key: string]: z.ZodType } = Object.fromEntries(
  forPrograms.map((each) => [each.key, forProgram(each)]),
)

function forProgram({ schema, hint, within, choices }: ListedOption): z.ZodType {
  const names = choices?.()
  const known = names ? z.enum(names) : schema instanceof z.ZodNullable ? (schema.unwrap() as z.ZodType) : schema
  return known.optional().describe(within === 'limits' ? `${hint} Only below the user's own limit.` : hint)
}

/** The request of another agent. Options that it may not set are left out. */
export const programRequest = (values: { readonly [key: string]: unknown }): RunRequest =>
  requestFrom(values, forPrograms)

/** What a run stores of its request, apart from what became part of its team, limits and other settings. */
export function storedOptions(request: object, before: { readonly [key: string]: Json } = {}): StoredOptions {
  const carried = allOptions.filter(({ isPrepared, within }) => !isPrepared && within === undefined)
  const given = Object.entries(request).filter(([key, value]) => value !== undefined && carried.some(isKey(key)))
  const kept = Object.entries(before).filter(([key]) => carried.some((each) => each.kept && each.key === key))
  const options = Object.fromEntries([...kept, ...given])
  return Object.keys(options).length > 0 ? { options } : {}
}

type StoredOptions = { readonly options?: { [key: string]: Json } }

const isKey =
  (wanted: string) =>
  ({ key }: ListedOption): boolean =>
    key === wanted

import { z } from 'zod'
import { compilePattern } from '../pattern/compile-pattern.ts'
import type { OptionUse } from '../run-option/option.ts'

/** Whether a limit allows more than another. */
type IsWider<Value> = (limit: Value, ceiling: Value) => boolean

/** One limit: its schema, its default, what counts as wider, and its text for people. */
type Limit<Schema extends z.ZodType> = {
  readonly schema: Schema
  readonly none: z.output<Schema>
  readonly isWider: IsWider<z.output<Schema>>
  readonly label: string
  readonly hint: string
  /** What applies if nobody sets it, in words. Without it, its default says that. */
  readonly usual?: string
  /** An invalid value stops the run: without the limit it could cost money or touch what it must not. */
  readonly mustBeValid?: boolean
  /**
   * A run that reaches it ends and says so. Only such a limit may be lowered by a workspace that is not trusted: the
   * others would cut off, block or blind an agent, and nobody would see why.
   */
  readonly ends?: true
  /** How a run is given it. Without it, only programs of the user and the settings set it. */
  readonly option?: Omit<OptionUse, 'kept'>
}
type Text = Pick<Limit<z.ZodType>, 'label' | 'hint' | 'mustBeValid' | 'option' | 'ends'>

/** A number or `null`, which is no limit. */
const cap = (schema: z.ZodNumber, text: Text): Limit<z.ZodNullable<z.ZodNumber>> => ({
  schema: schema.nullable(),
  none: null,
  isWider: (limit, ceiling) => ceiling !== null && (limit === null || limit > ceiling),
  ...text,
})

/** A list of everything allowed. An empty one allows everything. */
const allowed = <Item extends z.ZodType<string>>(item: Item, text: Text): Limit<z.ZodArray<Item>> => ({
  schema: z.array(item).max(500),
  none: [],
  isWider: (limit, ceiling) =>
    ceiling.length > 0 && (limit.length === 0 || limit.some((one) => !ceiling.includes(one))),
  ...text,
})

const ProhibitedPattern = z
  .string()
  .max(1_000)
  .superRefine((source, context) => {
    const compiled = compilePattern(source)
    if (!compiled.ok) context.addIssue({ code: 'custom', message: compiled.refusal.message })
  })

const prohibitedPatterns: Limit<z.ZodArray<typeof ProhibitedPattern>> = {
  schema: z.array(ProhibitedPattern).max(100),
  none: [],
  isWider: (limit, ceiling) => ceiling.some((pattern) => !limit.includes(pattern)),
  label: 'Prohibited patterns',
  hint: 'No panel contribution may match these regular expressions (RE2 syntax).',
  mustBeValid: true,
}

/** How long a model may be silent if nobody set a limit. */
export const USUAL_SILENCE = 120

const modelTimeout: Limit<z.ZodNullable<z.ZodNumber>> = {
  schema: z.number().positive().nullable(),
  none: null,
  isWider: (limit, ceiling) => (limit ?? USUAL_SILENCE) > (ceiling ?? USUAL_SILENCE),
  label: 'Idle timeout',
  usual: '120 or 600',
  hint: `Seconds without output before a call is retried. If not set, ${USUAL_SILENCE}, and 600 for models that think or run on this machine.`,
}

const allowFileSystem: Limit<z.ZodBoolean> = {
  schema: z.boolean(),
  none: true,
  isWider: (limit, ceiling) => limit && !ceiling,
  label: 'Allow files and commands',
  hint: 'Turn off to keep tools away from files. This turns commands off too.',
  mustBeValid: true,
}

/** Every limit, declared once. Schemas, types, defaults, trust, the page's form and the guide follow from it. */
export const limitTable = {
  maxTurns: cap(z.number().int().min(1).max(100), {
    label: 'Turns',
    hint: 'Per run. A turn is one answer by one agent.',
    ends: true,
    option: { flag: { name: 'max-turns', value: 'N', summary: 'stop after N turns' }, by: 'user' },
  }),
  maxCalls: cap(z.number().int().min(1).max(10_000), {
    label: 'Model calls',
    hint: 'Per run, including retries and subagents.',
    ends: true,
    option: { flag: { name: 'max-calls', value: 'N', summary: 'stop after N model calls' }, by: 'user' },
    mustBeValid: true,
  }),
  maxTotalTokens: cap(z.number().int().min(1_000).max(50_000_000), {
    label: 'Tokens',
    hint: 'Per run: input and output of all calls.',
    ends: true,
    option: { flag: { name: 'max-tokens', value: 'N', summary: 'stop after N tokens' }, by: 'user' },
    mustBeValid: true,
  }),
  maxCostUsd: cap(z.number().positive(), {
    label: 'Cost',
    hint: 'Per run, in US dollars. Refused if the price of a model is unknown.',
    ends: true,
    option: {
      flag: { name: 'max-cost', value: 'USD', summary: 'stop before the run costs more' },
      by: 'program',
      inEditor: ['choices'],
      suggested: [0.5, 1, 2, 5, 10, 20],
    },
    mustBeValid: true,
  }),
  maxDuration: cap(z.number().positive(), {
    label: 'Time',
    hint: 'Minutes of work per run. Waiting for you does not count.',
    ends: true,
    option: { flag: { name: 'max-minutes', value: 'N', summary: 'stop after N minutes of work' }, by: 'user' },
  }),
  maxToolCalls: cap(z.number().int().min(0), { label: 'Tool calls', hint: 'Per run.', ends: true }),
  maxIterations: cap(z.number().int().min(1), {
    label: 'Iterations',
    hint: 'Iterations of `reflect`, or of a single agent with `--reflect`.',
    ends: true,
    option: { flag: { name: 'max-iterations', value: 'N', summary: 'stop after N iterations' }, by: 'user' },
  }),
  maxTokensPerTurn: cap(z.number().int().min(1), {
    label: 'Tokens per turn',
    hint: 'Per panel contribution.',
  }),
  maxToolCallsPerTurn: cap(z.number().int().min(0), {
    label: 'Tool calls per turn',
    hint: 'Per panel contribution.',
  }),
  maxTurnDuration: cap(z.number().positive(), {
    label: 'Time per turn',
    hint: 'Minutes per panel contribution.',
  }),
  modelTimeout,
  prohibitedPatterns,
  allowedDomains: allowed(z.string().regex(/^[\w.*-]{1,255}$/, 'must be a host, such as example.com'), {
    label: 'Allowed hosts',
    hint: 'Leave empty to allow any public host. If set, tools that do not declare what they reach are turned off.',
    mustBeValid: true,
  }),
  allowFileSystem,
  allowedPaths: allowed(z.string().min(1), {
    label: 'Allowed paths',
    hint: 'Tools can touch nothing else. Leave empty to allow whatever the permissions allow.',
    mustBeValid: true,
  }),
}

type Table = typeof limitTable
export type LimitKey = keyof Table
type Shape = { readonly [Key in LimitKey]: Table[Key]['schema'] }
type Defaulted = { readonly [Key in LimitKey]: z.ZodDefault<Table[Key]['schema']> }

export const limitKeys = Object.keys(limitTable) as LimitKey[]
const each = <Value>(make: (limit: Limit<z.ZodType>) => Value) =>
  Object.fromEntries(limitKeys.map((key) => [key, make(limitTable[key] as unknown as Limit<z.ZodType>)]))

/**
 * What a run may spend and touch. `null` is no limit. Durations are minutes, except `modelTimeout` (idle seconds,
 * and `null` is the usual time of each model).
 * Every limit has a default, so logs from before it was added can still be read.
 */
export const Limits = z.object(each(({ schema, none }) => schema.default(none as never)) as unknown as Defaulted)
export type Limits = z.infer<typeof Limits>

/** The limits a user, a file or a team may set. Values out of range are refused, not clamped. Unset stays unset. */
export const LimitSettings = z.object(each(({ schema }) => schema) as unknown as Shape).partial()
export type LimitSettings = z.infer<typeof LimitSettings>

export const noLimits = each(({ none }) => none) as Limits

/** Whether a run that reaches this limit ends and says so. */
export const endsRun = (key: LimitKey): boolean => (limitTable[key] as unknown as Limit<z.ZodType>).ends === true

/** Whether a limit allows more than the ceiling. Without a ceiling nothing does. */
export function isWiderLimit<Key extends LimitKey>(
  key: Key,
  limit: LimitSettings[Key],
  ceiling: LimitSettings[Key],
): boolean {
  if (limit === undefined || ceiling === undefined) return false
  const { isWider } = limitTable[key] as unknown as Limit<z.ZodType>
  return isWider(limit, ceiling)
}

/** The words after `limit:` in a run's reason. */
export const LimitName = z.enum(['turns', 'calls', 'time', 'tokens', 'tool_calls', 'cost', 'iterations', 'no_progress'])
export type LimitName = z.infer<typeof LimitName>

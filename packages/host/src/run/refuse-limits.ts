import { type LimitKey, LimitSettings, limitKeys, limitTable, nearestName, type Result, refuse } from '@convene/domain'

const Known = LimitSettings.strict()

/** Refuses limits that are unknown or out of range, or nothing. A wrong number must never become no limit. */
export function refuseLimits(limits: unknown): Result<never> | undefined {
  if (limits === undefined) return undefined
  const read = Known.safeParse(limits)
  if (read.success) return undefined
  const [issue] = read.error.issues
  if (issue?.code === 'unrecognized_keys') return refuse('bad_limit', unknownText(issue.keys[0] ?? ''))
  const [key] = issue?.path ?? []
  if (key === undefined) return refuse('bad_limit', 'limits is an object, such as { maxCostUsd: 1 }.')
  const value = (limits as { readonly [key: string]: unknown })[String(key)]
  return refuse('bad_limit', `limits.${String(key)} is ${shown(value)}. ${expected(key as LimitKey)}`)
}

function unknownText(key: string): string {
  const nearest = nearestName(key, limitKeys)
  return `Unknown limit "${key}".${nearest ? ` Did you mean "${nearest}"?` : ` Limits: ${limitKeys.join(', ')}.`}`
}

const shown = (value: unknown): string => (typeof value === 'string' ? JSON.stringify(value) : String(value))

/** The range, as the schema has it. */
function expected(key: LimitKey): string {
  const range = rangeOf(limitTable[key].schema)
  if (range === undefined) return `${limitTable[key].label}: ${limitTable[key].hint}`
  const { minimum, exclusiveMinimum, maximum, type } = range
  const least = exclusiveMinimum !== undefined ? `above ${exclusiveMinimum}` : `from ${minimum ?? 0}`
  const most =
    maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER ? '' : ` to ${maximum.toLocaleString('en-US')}`
  return `Use a ${type === 'integer' ? 'whole ' : ''}number ${least}${most}.`
}

type Range = {
  readonly type?: string
  readonly minimum?: number
  readonly exclusiveMinimum?: number
  readonly maximum?: number
}

function rangeOf(schema: { toJSONSchema(): unknown }): Range | undefined {
  const { anyOf = [], ...own } = schema.toJSONSchema() as Range & { readonly anyOf?: readonly Range[] }
  return [own, ...anyOf].find(({ type }) => type === 'number' || type === 'integer')
}

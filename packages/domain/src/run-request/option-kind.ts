import type { z } from 'zod'

/** What a value of an option can be, for surfaces that draw or parse it. */
export type OptionKind =
  | { readonly type: 'flag' }
  | { readonly type: 'choice'; readonly choices: readonly string[] }
  | { readonly type: 'number'; readonly min: number; readonly max: number; readonly whole: boolean; above?: boolean }
  | { readonly type: 'list' }
  | { readonly type: 'text' }

/** Follows from the schema. */
export function optionKindOf({ schema }: { readonly schema: z.ZodType }): OptionKind {
  const { anyOf = [], ...own } = schema.toJSONSchema({ io: 'input', unrepresentable: 'any' }) as JsonSchema
  const one = [own, ...anyOf].find(({ type, enum: choices }) => choices !== undefined || (type && type !== 'null'))
  if (one?.enum) return { type: 'choice', choices: one.enum }
  if (one?.type === 'boolean') return { type: 'flag' }
  if (one?.type === 'array') return { type: 'list' }
  return one?.type === 'number' || one?.type === 'integer' ? numberOf(one) : { type: 'text' }
}

function numberOf({ type, minimum, exclusiveMinimum, maximum }: JsonSchema): OptionKind {
  return {
    ...{ type: 'number', min: exclusiveMinimum ?? minimum ?? Number.MIN_SAFE_INTEGER, whole: type === 'integer' },
    max: maximum ?? Number.MAX_SAFE_INTEGER,
    ...(exclusiveMinimum !== undefined && { above: true }),
  }
}

type JsonSchema = {
  readonly type?: string
  readonly enum?: readonly string[]
  readonly anyOf?: readonly JsonSchema[]
  readonly minimum?: number
  readonly exclusiveMinimum?: number
  readonly maximum?: number
}

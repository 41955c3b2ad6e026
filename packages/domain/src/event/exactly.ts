import type { z } from 'zod'
import { isKey, isKeySchema } from '../shared/ids.ts'
import { Json } from '../shared/json.ts'

/** Whether a schema would return this value unchanged. False may also mean that only the schema can tell. */
export type Exactly = (value: unknown) => boolean

type Schema = z.core.$ZodType
type Definition = z.core.$ZodTypes['_zod']['def']

const inDoubt: Exactly = () => false

/**
 * A check that copies nothing, for the schemas most events consist of: parsing every event of a long log took a sixth
 * of the time to open it. It adds no rules. Whatever it cannot tell for certain is left to the schema.
 */
export function exactly(schema: Schema): Exactly {
  if (schema === (Json as Schema)) return isJson
  if (isKeySchema(schema)) return isKey
  const def = schema._zod.def as Definition
  if (def.checks?.length && def.type !== 'number') return inDoubt
  switch (def.type) {
    case 'string':
      return 'format' in def || def.coerce ? inDoubt : (value) => typeof value === 'string'
    case 'boolean':
      return def.coerce ? inDoubt : (value) => typeof value === 'boolean'
    case 'number':
      return numberCheck(def)
    case 'enum':
      return oneOf(Object.values(def.entries))
    case 'literal':
      return oneOf(def.values)
    case 'optional':
      return exactly(def.innerType)
    case 'nullable':
      return orNull(exactly(def.innerType))
    case 'array':
      return arrayCheck(exactly(def.element))
    case 'object':
      return def.catchall && def.catchall._zod.def.type !== 'never' ? inDoubt : objectCheck(def.shape)
    case 'unknown':
      return () => true
    default:
      return inDoubt
  }
}

function oneOf(values: readonly unknown[]): Exactly {
  const allowed = new Set(values)
  return (value) => allowed.has(value)
}

const orNull =
  (check: Exactly): Exactly =>
  (value) =>
    value === null || check(value)

const arrayCheck =
  (check: Exactly): Exactly =>
  (value) =>
    Array.isArray(value) && value.every(check)

/** Counts only use whole numbers and a minimum. */
function numberCheck({ checks = [], ...def }: z.core.$ZodNumberDef): Exactly {
  if ('format' in def || def.coerce) return inDoubt
  let isWhole = false
  let least = Number.NEGATIVE_INFINITY
  for (const { _zod: one } of checks as unknown as readonly z.core.$ZodChecks[]) {
    if (one.def.check === 'number_format' && one.def.format === 'safeint') isWhole = true
    else if (one.def.check === 'greater_than' && one.def.inclusive) least = Math.max(least, Number(one.def.value))
    else return inDoubt
  }
  return (value) => (isWhole ? Number.isSafeInteger(value) : Number.isFinite(value)) && (value as number) >= least
}

/** An unknown key would be dropped or refused, and a missing one may have a default. */
function objectCheck(shape: Readonly<Record<string, Schema>>): Exactly {
  const isRequired = (schema: Schema) => schema._zod.def.type !== 'optional'
  const fields = new Map(
    Object.entries(shape).map(([key, schema]) => [key, { check: exactly(schema), counts: Number(isRequired(schema)) }]),
  )
  const required = Object.values(shape).filter(isRequired).length
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
    let found = 0
    for (const key in value) {
      const field = fields.get(key)
      if (!field?.check((value as Readonly<Record<string, unknown>>)[key])) return false
      found += field.counts
    }
    return found === required
  }
}

function isJson(value: unknown): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object') return false
  return Array.isArray(value)
    ? value.every(isJson)
    : Object.entries(value).every(([key, one]) => key !== '__proto__' && isJson(one))
}

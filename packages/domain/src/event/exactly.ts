import type { z } from 'zod'
import { isKey, isKeySchema } from '../shared/ids.ts'
import { Json } from '../shared/json.ts'

/** Whether a schema would return this value unchanged. False may also mean that only the schema can tell. */
export type Exactly = (value: unknown) => boolean

type Schema = z.core.$ZodType
type Definition = z.core.$ZodTypes['_zod']['def']

const inDoubt: Exactly = () => false

/**
 * A check that copies nothing, for the schemas that events consist of: parsing every event of a long log took a sixth
 * of the time to open it. It adds no rules. Whatever it cannot tell for certain is left to the schema.
 */
export function exactly(schema: Schema): Exactly {
  if (schema === (Json as Schema)) return isJson
  if (isKeySchema(schema)) return isKey
  const def = schema._zod.def as Definition
  const fits = keptRules(def.checks ?? [])
  return fits === null ? inDoubt : both(plainly(def), fits)
}

function plainly(def: Definition): Exactly {
  switch (def.type) {
    case 'string':
      return 'format' in def || def.coerce ? inDoubt : (value) => typeof value === 'string'
    case 'boolean':
      return def.coerce ? inDoubt : (value) => typeof value === 'boolean'
    case 'number':
      return 'format' in def || def.coerce ? inDoubt : Number.isFinite
    case 'enum':
      return oneOf(Object.values(def.entries))
    case 'literal':
      return oneOf(def.values)
    case 'optional':
    case 'default':
      return exactly(def.innerType)
    case 'nullable':
      return orNull(exactly(def.innerType))
    case 'array':
      return arrayCheck(exactly(def.element))
    case 'union':
      return unionCheck(def.options)
    case 'record':
      return def.keyType._zod.values ? inDoubt : recordCheck(exactly(def.keyType), exactly(def.valueType))
    case 'object':
      return def.catchall && def.catchall._zod.def.type !== 'never' ? inDoubt : objectCheck(def.shape)
    case 'unknown':
      return () => true
    default:
      return inDoubt
  }
}

const both = (one: Exactly, other: Exactly | undefined): Exactly =>
  other === undefined ? one : (value) => one(value) && other(value)

type Rule =
  | z.core.$ZodChecks['_zod']['def']
  | (z.core.$ZodCheckDef & { readonly check: 'custom'; readonly fn?: unknown })

/** The rules beside a type, undefined if there are none, and null if one of them might change the value. */
function keptRules(checks: readonly z.core.$ZodCheck[]): Exactly | null | undefined {
  let all: Exactly | undefined
  for (const { _zod: one } of checks) {
    const rule = ruleOf(one.def as Rule)
    if (rule === null) return null
    all = all === undefined ? rule : both(all, rule)
  }
  return all
}

/** A rule is asked about values of its type only. */
function ruleOf(rule: Rule): Exactly | null {
  switch (rule.check) {
    case 'number_format':
      return rule.format === 'safeint' ? Number.isSafeInteger : null
    case 'greater_than':
      return (value) =>
        rule.inclusive ? (value as number) >= Number(rule.value) : (value as number) > Number(rule.value)
    case 'less_than':
      return (value) =>
        rule.inclusive ? (value as number) <= Number(rule.value) : (value as number) < Number(rule.value)
    case 'min_length':
      return (value) => (value as string).length >= rule.minimum
    case 'max_length':
      return (value) => (value as string).length <= rule.maximum
    case 'string_format':
      return rule.format === 'regex' && rule.pattern ? matching(rule.pattern) : null
    case 'custom':
      return typeof rule.fn === 'function' ? (value) => (rule.fn as Exactly)(value) === true : null
    default:
      return null
  }
}

/** A pattern that remembers its place would give every second answer wrong. */
const matching = (pattern: RegExp): Exactly | null =>
  pattern.global || pattern.sticky ? null : (value) => pattern.test(value as string)

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

/** The schema takes the first option that accepts a value, and that one may change it. */
function unionCheck(options: readonly Schema[]): Exactly {
  const known = options.map((option) => ({ accepts: exactly(option), refuses: refusal(option) }))
  return (value) => {
    for (const { accepts, refuses } of known) {
      if (accepts(value)) return true
      if (!refuses(value)) return false
    }
    return false
  }
}

/** Whether a schema certainly refuses a value, because it is of another kind. */
function refusal(schema: Schema): Exactly {
  const def = schema._zod.def as Definition
  switch (def.type) {
    case 'string':
    case 'boolean':
    case 'number':
      return def.coerce ? inDoubt : (value) => typeof value !== def.type
    case 'enum':
    case 'literal': {
      const isOne = plainly(def)
      return (value) => !isOne(value)
    }
    case 'array':
      return (value) => !Array.isArray(value)
    case 'object':
    case 'record':
      return (value) => typeof value !== 'object' || value === null || Array.isArray(value)
    case 'pipe':
      return refusal(def.in)
    default:
      return inDoubt
  }
}

const recordCheck =
  (key: Exactly, check: Exactly): Exactly =>
  (value) => {
    if (!isPlain(value)) return false
    for (const name in value) if (name === '__proto__' || !key(name) || !check(value[name])) return false
    return true
  }

/** Made by this program or by JSON. A schema refuses other objects, or copies them. */
function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false
  const above = Object.getPrototypeOf(value)
  return above === Object.prototype || above === null
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

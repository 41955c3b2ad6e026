import type { Json } from '@convene/domain'

/** The first problem of a value, in an API's words, or undefined. `at` is the place in the body. */
export type Shape = (value: Json, at: string) => string | undefined

type Fields = { readonly [field: string]: Shape }

export const anything: Shape = () => undefined
export const text: Shape = (value, at) => (typeof value === 'string' ? undefined : `${at}: expected a string`)
export const flag: Shape = (value, at) => (typeof value === 'boolean' ? undefined : `${at}: expected a boolean`)

export const number =
  (least: number, most = Number.POSITIVE_INFINITY): Shape =>
  (value, at) => {
    if (typeof value !== 'number') return `${at}: expected a number`
    return value >= least && value <= most ? undefined : `${at}: must be from ${least} to ${most}`
  }

/** Text that is not empty: most APIs refuse an empty text block. */
export const filled: Shape = (value, at) =>
  typeof value === 'string' && value !== '' ? undefined : `${at}: must not be empty`

export const matching =
  (pattern: RegExp): Shape =>
  (value, at) =>
    typeof value === 'string' && pattern.test(value) ? undefined : `${at}: must match ${pattern.source}`

export const oneOf =
  (...allowed: readonly Json[]): Shape =>
  (value, at) =>
    allowed.includes(value) ? undefined : `${at}: must be one of ${allowed.join(', ')}`

export const listOf =
  (item: Shape, least = 0): Shape =>
  (value, at) => {
    if (!Array.isArray(value)) return `${at}: expected a list`
    if (value.length < least) return `${at}: must have at least ${least} entries`
    return first(value.map((one, index) => item(one, `${at}.${index}`)))
  }

/** Exactly these fields: an unknown one is refused. */
export const fieldsOf =
  (required: Fields, optional: Fields = {}): Shape =>
  (value, at) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return `${at}: expected an object`
    const given = Object.entries(value as { readonly [field: string]: Json })
    const missing = Object.keys(required).find((field) => !given.some(([name]) => name === field))
    if (missing) return `${at}.${missing}: field required`
    return first(
      given.map(([field, inner]) => {
        const shape = required[field] ?? optional[field]
        return shape ? shape(inner, `${at}.${field}`) : `${at}.${field}: extra inputs are not permitted`
      }),
    )
  }

/** The first shape without a problem, otherwise the problem of the last one. */
export const either =
  (...shapes: readonly Shape[]): Shape =>
  (value, at) => {
    const problems = shapes.map((shape) => shape(value, at))
    return problems.includes(undefined) ? undefined : problems.at(-1)
  }

/** Chooses the shape by the value of a field. */
export const byField =
  (field: string, shapes: { readonly [value: string]: Shape }): Shape =>
  (value, at) => {
    const kind = String((value as { readonly [field: string]: Json } | null)?.[field])
    const shape = Object.hasOwn(shapes, kind) ? shapes[kind] : undefined
    return shape ? shape(value, at) : `${at}.${field}: "${kind}" is not one of ${Object.keys(shapes).join(', ')}`
  }

export const first = (problems: readonly (string | undefined)[]): string | undefined =>
  problems.find((problem) => problem !== undefined)

/** A JSON schema for a tool's input: every API requires an object. */
export const schema: Shape = (value, at) =>
  (value as { type?: Json } | null)?.type === 'object' ? undefined : `${at}.type: must be "object"`

/** A schema that a service enforces strictly: every object is closed, and all its properties are required. */
export const strictSchema: Shape = (value, at) => {
  if (Array.isArray(value)) return first(value.map((one, index) => strictSchema(one, `${at}.${index}`)))
  if (typeof value !== 'object' || value === null) return undefined
  const { type, properties, additionalProperties, required } = value as { readonly [field: string]: Json }
  if (type === 'object' && additionalProperties !== false) return `${at}: 'additionalProperties' must be false`
  const wanted = Object.keys((properties ?? {}) as object)
  const missing = wanted.find((name) => !(Array.isArray(required) && required.includes(name)))
  if (type === 'object' && missing) return `${at}.required: must include every property. Missing '${missing}'.`
  return first(Object.entries(value).map(([field, inner]) => strictSchema(inner as Json, `${at}.${field}`)))
}

/** A schema for an answer: an object, enforced strictly. */
export const answerSchema: Shape = (value, at) => first([schema(value, at), strictSchema(value, at)])

export const toolName = matching(/^[a-zA-Z0-9_-]{1,64}$/)

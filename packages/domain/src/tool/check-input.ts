import type { Json } from '../shared/json.ts'
import type { ToolSpec } from './tool.ts'

type Property = { readonly type?: string; readonly minLength?: number }

/**
 * What is wrong with the input of a call the session handles itself, according to the tool's schema. Unknown fields are
 * left alone: models add some, and nothing reads them.
 */
export function problemWith({ input: schema }: ToolSpec, input: Json): string | undefined {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return 'its input must be an object'
  const properties = (schema.properties ?? {}) as { readonly [name: string]: Property }
  const required = (schema.required ?? []) as readonly string[]
  for (const [name, property] of Object.entries(properties)) {
    const value = Object.hasOwn(input, name) ? (input as { readonly [key: string]: Json })[name] : undefined
    const problem =
      value === undefined || value === null ? required.includes(name) && 'is missing' : unfit(property, value)
    if (problem) return `"${name}" ${problem}`
  }
  return undefined
}

function unfit({ type, minLength = 0 }: Property, value: Json): string | undefined {
  const isOf = type === 'array' ? Array.isArray(value) : typeof value === type
  if (type !== undefined && !isOf) return `must be ${type === 'array' ? 'a list' : `a ${type}`}`
  return typeof value === 'string' && value.trim().length < minLength ? 'is empty' : undefined
}

import type { Json } from '@convene/domain'
import { z } from 'zod'

type Schema = { readonly [key: string]: unknown }

/**
 * An input described by foreign JSON Schema: shown to the model unchanged, and checked for what models most often get
 * wrong (not an object; a field that is missing, has another type or is not in the list). Patterns are not run: they
 * are somebody else's, and one can run for hours. The schema's owner checks the rest.
 */
export function foreignInput(schema: Schema): z.ZodType<{ readonly [key: string]: Json }> {
  const { $schema: _dialect, id: _id, $id: _uri, ...shown } = schema
  const input = z.unknown().superRefine((value, context) => {
    for (const { path, message, input } of issuesOf(value, schema))
      context.addIssue({ code: 'custom', path, message, input })
  })
  return input.meta({ ...shown, type: 'object' }) as unknown as z.ZodType<{ readonly [key: string]: Json }>
}

type Issue = { readonly path: string[]; readonly message: string; readonly input: unknown }

function issuesOf(input: unknown, schema: Schema): readonly Issue[] {
  if (!isObject(input)) return [{ path: [], message: 'expected an object', input }]
  const properties = isObject(schema.properties) ? schema.properties : {}
  const required = Array.isArray(schema.required) ? schema.required.filter((name) => typeof name === 'string') : []
  const missing = required
    .filter((name) => !Object.hasOwn(input, name))
    .map((name) => ({ path: [name], message: 'is required', input: undefined }))
  const wrong = Object.entries(properties).flatMap(([name, property]) =>
    Object.hasOwn(input, name) && isObject(property) ? valueIssue(name, input[name], property) : [],
  )
  return [...missing, ...wrong]
}

function valueIssue(name: string, value: unknown, { type, enum: choices }: Schema): readonly Issue[] {
  const types = [type].flat().filter((one) => typeof one === 'string')
  if (types.length > 0 && !types.some((one) => isOf(value, one)))
    return [{ path: [name], message: `expected ${types.join(' or ')}`, input: value }]
  if (Array.isArray(choices) && !choices.some((choice) => JSON.stringify(choice) === JSON.stringify(value)))
    return [{ path: [name], message: `expected one of ${JSON.stringify(choices).slice(0, 500)}`, input: value }]
  return []
}

function isOf(value: unknown, type: string): boolean {
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return isObject(value)
  return !['string', 'number', 'boolean'].includes(type) || typeof value === type
}

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

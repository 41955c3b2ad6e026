// Renders JSON Schema as readable text.
import { code } from './page.mjs'

const LARGEST = Number.MAX_SAFE_INTEGER

/** The allowed values, in a few words. */
export function typeText(schema) {
  if (schema.title) return schema.title
  if (schema.$ref) return 'Json'
  if (schema.const !== undefined) return code(JSON.stringify(schema.const))
  if (schema.enum) return schema.enum.map((value) => code(value)).join(', ')
  if (schema.anyOf) return union(schema.anyOf.map(typeText))
  if (Array.isArray(schema.type)) return union(schema.type)
  if (schema.type === 'array') return listText(schema)
  if (schema.type === 'object') return objectText(schema)
  return scalarText(schema)
}

/** An object's fields with their types. Nested fields follow as `outer.inner`. */
export function fieldsOf(schema, prefix = '') {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = `${prefix}${name}`
    const isRequired = schema.required?.includes(name) ?? false
    const inner = field.properties && !field.title ? fieldsOf(field, `${path}.`) : []
    return [{ path, field, isRequired }, ...inner]
  })
}

const union = (texts) => [...new Set(texts)].join(texts.some((text) => text.includes(',')) ? '; or ' : ' or ')

function listText({ items }) {
  const inner = typeText(items)
  return items.properties || items.enum ? `list of (${inner})` : `list of ${inner}`
}

function objectText({ properties, required = [], additionalProperties }) {
  if (properties)
    return `{ ${Object.entries(properties)
      .map(([name, field]) => `${name}${required.includes(name) ? '' : '?'}: ${typeText(field)}`)
      .join('; ')} }`
  return additionalProperties ? `object of ${typeText(additionalProperties)}` : 'object'
}

function scalarText(schema) {
  const range = rangeText(schema)
  const name = { integer: 'whole number', string: schema.format === 'uri' ? 'address' : 'text' }[schema.type]
  return [name ?? schema.type, range].filter(Boolean).join(', ')
}

/** Omits bounds that add nothing: the number type's own, and a minimum of 0. */
function rangeText({ minimum, maximum = LARGEST, exclusiveMinimum }) {
  if (exclusiveMinimum !== undefined) return `more than ${exclusiveMinimum}`
  if (maximum < LARGEST)
    return minimum === undefined ? `at most ${grouped(maximum)}` : `${grouped(minimum)} to ${grouped(maximum)}`
  return minimum > 0 ? `at least ${grouped(minimum)}` : ''
}

/** Formats 5000000 as 5,000,000. */
export const grouped = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, ',')

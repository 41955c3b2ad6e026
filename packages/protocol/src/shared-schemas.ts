import { z } from 'zod'

export type Schema = { readonly [key: string]: unknown }

const PLACE = '#/components/schemas/'

/** Written out, it refers to itself, which client generators cannot express as a type. */
const anyJson: Schema = { description: 'Any JSON value.' }

/** The named schemas of a document: each is written once and referenced everywhere else. */
export class SharedSchemas {
  readonly #schemas = new Map<string, Schema>()

  all(): Schema {
    return Object.fromEntries([...this.#schemas].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  }

  /** A schema as it appears in the document. Its named parts become shared schemas. */
  of(schema: z.ZodType, io: 'input' | 'output'): Schema {
    // Wrapped in an object, even the schema itself becomes a named one if it has a name.
    const whole = z.toJSONSchema(z.object({ it: schema }), { io, unrepresentable: 'any', override: closed(io) })
    const { $defs: found = {}, properties } = whole as unknown as {
      $defs?: { [name: string]: Schema }
      properties: { it: Schema }
    }
    const $defs = { ...found, ...(found.Json && { Json: anyJson }) }
    const names = new Map(Object.entries($defs).map(([name, shape]) => [name, this.#nameFor(name, shape, io)]))
    for (const [name, shape] of Object.entries($defs)) this.#schemas.set(names.get(name) ?? name, renamed(shape, names))
    return renamed(properties.it, names)
  }

  /** Input and output may have different shapes under the same name. Then the input is called `…Input`. */
  #nameFor(name: string, shape: Schema, io: 'input' | 'output'): string {
    const known = this.#schemas.get(name)
    const isSame = !known || JSON.stringify(known) === JSON.stringify(renamed(shape, new Map()))
    return isSame ? name : `${name}${io === 'input' ? 'Input' : 'Output'}`
  }
}

/** The server refuses unknown fields, and the document says so. */
const closed = (io: 'input' | 'output') => (given: { zodSchema: z.core.$ZodTypes; jsonSchema: Schema }) => {
  const { zodSchema, jsonSchema } = given
  if (io === 'input' && zodSchema._zod.def.type === 'object' && jsonSchema.additionalProperties === undefined)
    (jsonSchema as { additionalProperties?: boolean }).additionalProperties = false
}

/** Rewrites references to the shared schemas and drops keywords that only a root schema has. */
function renamed<T>(value: T, names: ReadonlyMap<string, string>): T {
  if (Array.isArray(value)) return value.map((item) => renamed(item, names)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === '$ref' ? reference(inner, names) : renamed(inner, names),
    ]),
  ) as T
}

function reference(written: string, names: ReadonlyMap<string, string>): string {
  const name = written.replace(/^#\/\$defs\//u, '')
  return `${PLACE}${names.get(name) ?? name}`
}

import { z } from 'zod'

export type Schema = { readonly [key: string]: unknown }

const PLACE = '#/components/schemas/'

/** Spelled out it refers to itself, which generators of clients cannot write down as a type. */
const anyJson: Schema = { description: 'Any JSON value.' }

/** The named schemas of a document: each is written once, and everything else refers to it. */
export class SharedSchemas {
  readonly #schemas = new Map<string, Schema>()

  all(): Schema {
    return Object.fromEntries([...this.#schemas].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  }

  /** A schema as it stands in the document. What it has named is put among the shared ones. */
  of(schema: z.ZodType, io: 'input' | 'output'): Schema {
    // Inside another one even the schema itself is a named one, if it has a name.
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

  /** What is sent may have another shape than what is answered, under the same name: then it is called `…Input`. */
  #nameFor(name: string, shape: Schema, io: 'input' | 'output'): string {
    const known = this.#schemas.get(name)
    const isSame = !known || JSON.stringify(known) === JSON.stringify(renamed(shape, new Map()))
    return isSame ? name : `${name}${io === 'input' ? 'Input' : 'Output'}`
  }
}

/** The server refuses fields that it does not know, and the document says so. */
const closed = (io: 'input' | 'output') => (given: { zodSchema: z.core.$ZodTypes; jsonSchema: Schema }) => {
  const { zodSchema, jsonSchema } = given
  if (io === 'input' && zodSchema._zod.def.type === 'object' && jsonSchema.additionalProperties === undefined)
    (jsonSchema as { additionalProperties?: boolean }).additionalProperties = false
}

/** References into the shared schemas, and none of the keywords that only a schema on its own has. */
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

type Fields = { readonly [name: string]: unknown }

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The sent fields that the schema dropped, such as `limits.maxTurn`. Schemas drop unknown fields, so whatever is
 * missing from the parsed result was unknown, at any depth.
 */
export function unknownFields(sent: unknown, taken: unknown, around = ''): readonly string[] {
  if (Array.isArray(sent) && Array.isArray(taken))
    return sent.flatMap((item, index) => unknownFields(item, taken[index], `${around}[${index}]`))
  if (!isFields(sent) || !isFields(taken)) return []
  return Object.entries(sent).flatMap(([name, value]) => {
    const path = around === '' ? name : `${around}.${name}`
    return Object.hasOwn(taken, name) ? unknownFields(value, taken[name], path) : [path]
  })
}

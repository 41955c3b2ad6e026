import { type core, toJSONSchema } from 'zod'

/** A schema as a JSON Schema file for editors, formatted as the formatter would. */
export function publishSchema(schema: core.$ZodType, title: string): string {
  const { $schema, ...rest } = toJSONSchema(schema, { io: 'input' })
  return `${lay({ $schema, title, ...rest }, '')}\n`
}

function lay(value: unknown, indent: string): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const inner = `${indent}  `
  if (!Array.isArray(value)) {
    const members = Object.entries(value).filter(([, member]) => member !== undefined)
    if (members.length === 0) return '{}'
    return `{\n${members.map(([key, member]) => `${inner}${JSON.stringify(key)}: ${lay(member, inner)}`).join(',\n')}\n${indent}}`
  }
  const items = value.map((item) => lay(item, inner))
  const line = `[${items.join(', ')}]`
  return line.includes('\n') || indent.length + line.length > 100
    ? `[\n${inner}${items.join(`,\n${inner}`)}\n${indent}]`
    : line
}

import { type ToolSpec, visible } from '@convene/domain'
import { z } from 'zod'
import type { Tool } from '../tool.ts'

const TIMEOUT_MS = 180_000

const specs = new WeakMap<Tool, ToolSpec>()

/** What the rules and the model need to know about a tool. */
export function specOf(tool: Tool): ToolSpec {
  const known = specs.get(tool)
  if (known) return known
  const { $schema: _dialect, ...input } = z.toJSONSchema(tool.input, { io: 'input', unrepresentable: 'any' })
  const { name, description, permission, readOnly, reaches, timeoutMs = TIMEOUT_MS } = tool
  const spec = {
    name,
    description: visible(description),
    permission,
    readOnly,
    ...(reaches !== 'everything' && { reaches: [...reaches] }),
    timeoutMs,
    input: readable(input) as ToolSpec['input'],
  }
  specs.set(tool, spec)
  return spec
}

/** The model reads descriptions inside a schema like any other text. */
const readable = (schema: object): object =>
  JSON.parse(JSON.stringify(schema), (_key, value: unknown) => (typeof value === 'string' ? visible(value) : value))

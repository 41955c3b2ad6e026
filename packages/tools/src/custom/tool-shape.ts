import { ToolReach } from '@convene/domain'
import { z } from 'zod'
import { cleanUpTo } from '../mcp/connection/clean-text.ts'

const MAX_SCHEMA = 40_000

/** What a custom tool file must export by default. `input` is a JSON Schema. */
export const ToolShape = z.object({
  name: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/, 'must be a letter and up to 63 letters, digits, "_" and "-"')
    .refine((name) => !name.startsWith('mcp_'), 'must not begin with "mcp_", which is for MCP servers'),
  description: z
    .string()
    .min(1)
    .transform((text) => cleanUpTo(text, 4_000)),
  input: z
    .looseObject({ type: z.literal('object') })
    .refine((schema) => JSON.stringify(schema).length <= MAX_SCHEMA, 'is too large to be shown to a model'),
  readOnly: z.boolean().default(false),
  /** If omitted: everything. */
  reaches: z.array(ToolReach).optional(),
  permission: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9_]*$/, 'must be one word')
    .optional(),
  run: z.literal('function', { error: 'must be a function' }),
})
export type ToolShape = z.infer<typeof ToolShape>

/** Why an export is not a valid tool, in one sentence. */
export function shapeProblem(error: z.ZodError): string {
  return error.issues
    .map(({ path, message }) => (path.length > 0 ? `${path.join('.')}: ${message}` : message))
    .join('; ')
}

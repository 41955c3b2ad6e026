import { z } from 'zod'
import { CallId } from '../shared/ids.ts'
import { Json } from '../shared/json.ts'

/** What the fold and the permission rules must know of a tool; what runs it is the tool host's affair. */
export const ToolSpec = z.object({
  name: z.string(),
  description: z.string(),
  input: z.record(z.string(), Json),
  permission: z.string(),
  readOnly: z.boolean(),
  timeoutMs: z.number().int().min(0),
})
export type ToolSpec = z.infer<typeof ToolSpec>

/** A call as the model asked for it. `provider` is opaque and goes back to the same provider with the result. */
export const ToolCall = z.object({
  id: CallId,
  tool: z.string(),
  input: Json,
  invalid: z.string().optional(),
  provider: Json.optional(),
})
export type ToolCall = z.infer<typeof ToolCall>

/** What a call would touch: a path, a command, a URL. */
export const Resource = z.object({ permission: z.string(), target: z.string(), note: z.string().optional() })
export type Resource = z.infer<typeof Resource>

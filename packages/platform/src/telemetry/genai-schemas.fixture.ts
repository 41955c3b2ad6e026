import { z } from 'zod'

/**
 * The requirements of OpenTelemetry's JSON schemas for GenAI messages, in our own form. They are published (Apache-2.0)
 * as gen-ai-input-messages, -output-messages, -system-instructions and -tool-definitions.json in
 * open-telemetry/semantic-conventions-genai. This is stricter: a part must have one of the known types, with the fields
 * of its type, and an output must have a finish reason, which the first versions of the schema require.
 */
const Part = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('text'), content: z.string() }),
  z.looseObject({ type: z.literal('reasoning'), content: z.string() }),
  z.looseObject({ type: z.literal('tool_call'), name: z.string(), id: z.string().nullish(), arguments: z.unknown() }),
  z.looseObject({ type: z.literal('tool_call_response'), id: z.string().nullish(), response: z.unknown() }),
])
const Message = z.looseObject({ role: z.enum(['system', 'user', 'assistant', 'tool']), parts: z.array(Part) })
const finishReasons = ['stop', 'length', 'content_filter', 'tool_call', 'compaction', 'error'] as const

export const genAiSchemas = {
  'gen_ai.input.messages': z.array(Message),
  'gen_ai.output.messages': z.array(Message.extend({ finish_reason: z.enum(finishReasons) })).length(1),
  'gen_ai.system_instructions': z.array(Part),
  'gen_ai.tool.definitions': z.array(
    z.looseObject({ type: z.literal('function'), name: z.string(), description: z.string().nullish() }),
  ),
}

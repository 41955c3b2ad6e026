import type { CallDelta } from './chat-calls.ts'

export type ChunkFields = Readonly<Record<string, unknown>>

/** The content of one chunk of an answer. Every field has its expected type. */
export type Chunk = {
  readonly reasoning: string
  readonly text: string
  readonly refusal: string
  readonly calls: readonly CallDelta[]
  readonly finish: string | undefined
  readonly usage: ChunkFields | undefined
}

const COUNTS = ['prompt_tokens', 'completion_tokens', 'total_tokens']
const nothing = { reasoning: '', text: '', refusal: '', calls: [] }

/**
 * Reads a chunk, or a whole answer if its message is passed as the delta. Undefined if anything in it has an unexpected
 * type, because then the rest cannot be relied on either. Servers that imitate the API send arguments as objects and
 * extra choices, and Groq puts the usage elsewhere.
 */
export function chunkOf(value: ChunkFields): Chunk | undefined {
  if (!Array.isArray(value.choices)) return undefined
  const choice = value.choices.find((one) => !isChunkFields(one) || (one.index ?? 0) === 0)
  const usage = value.usage ?? (isChunkFields(value.x_groq) ? value.x_groq.usage : undefined) ?? undefined
  if (!isUsage(usage)) return undefined
  if (choice === undefined) return { ...nothing, finish: undefined, usage }
  if (!isChunkFields(choice) || !isText(choice.finish_reason)) return undefined
  const said = saidIn(choice.delta ?? {})
  return said && { ...said, finish: choice.finish_reason ?? undefined, usage }
}

function saidIn(delta: unknown): Omit<Chunk, 'finish' | 'usage'> | undefined {
  if (!isChunkFields(delta) || !isText(delta.reasoning_content) || !isText(delta.reasoning)) return undefined
  const content = contentOf(delta.content ?? '')
  const calls = callsOf(delta.tool_calls ?? [])
  if (!content || !calls || !isRole(delta.role)) return undefined
  const reasoning = (delta.reasoning_content ?? delta.reasoning ?? '') + content.reasoning
  const refusal = typeof delta.refusal === 'string' ? delta.refusal : ''
  return { reasoning, text: content.text, refusal, calls }
}

const isRole = (role: unknown): boolean => role === 'assistant' || role === '' || role === undefined || role === null

/** Text, or a list of parts with text and reasoning. */
function contentOf(content: unknown): { text: string; reasoning: string } | undefined {
  if (typeof content === 'string') return { text: content, reasoning: '' }
  if (!Array.isArray(content) || !content.every((part) => isChunkFields(part) && typeof part.type === 'string'))
    return undefined
  const parts = content as readonly ChunkFields[]
  const thoughts = parts.flatMap(({ type, thinking }) =>
    type === 'thinking' && Array.isArray(thinking) ? thinking : [],
  )
  return { text: textIn(parts), reasoning: textIn(thoughts.filter(isChunkFields)) }
}

const textIn = (parts: readonly ChunkFields[]): string =>
  parts.map(({ type, text }) => (type === 'text' && typeof text === 'string' ? text : '')).join('')

function callsOf(calls: unknown): readonly CallDelta[] | undefined {
  if (!Array.isArray(calls)) return undefined
  const read = calls.map(callOf)
  return read.every((call) => call !== undefined) ? read : undefined
}

function callOf(call: unknown): CallDelta | undefined {
  if (!isChunkFields(call) || !isChunkFields(call.function) || !isText(call.id)) return undefined
  const { name, arguments: given } = call.function
  const input = typeof given === 'object' && given !== null ? JSON.stringify(given) : given
  if (!isText(name) || !isText(input) || !isNumber(call.index)) return undefined
  return {
    index: call.index ?? undefined,
    id: call.id?.trim() ? call.id : undefined,
    name: name?.trim() === '' ? '' : (name ?? undefined),
    input: input ?? '',
    signature: signatureOf(call.extra_content),
  }
}

/** Gemini behind the chat API signs its calls. */
function signatureOf(extra: unknown): string | undefined {
  const google = isChunkFields(extra) ? extra.google : undefined
  const signature = isChunkFields(google) ? google.thought_signature : undefined
  return typeof signature === 'string' ? signature : undefined
}

function isUsage(usage: unknown): usage is ChunkFields | undefined {
  if (usage === undefined) return true
  if (!isChunkFields(usage) || !COUNTS.every((name) => isNumber(usage[name]))) return false
  const { prompt_tokens_details: input, completion_tokens_details: output } = usage
  return areCounts(input, 'cached_tokens') && areCounts(output, 'reasoning_tokens')
}

const areCounts = (details: unknown, name: string): boolean =>
  details === undefined || details === null || (isChunkFields(details) && isNumber(details[name]))

export const isChunkFields = (value: unknown): value is ChunkFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isText = (value: unknown): value is string | null | undefined =>
  typeof value === 'string' || value === null || value === undefined

const isNumber = (value: unknown): value is number | null | undefined =>
  typeof value === 'number' || value === null || value === undefined

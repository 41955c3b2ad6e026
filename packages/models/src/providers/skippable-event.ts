/** Fields that carry an answer, in any dialect. */
const CONTENT = new Set([
  'text',
  'content',
  'delta',
  'thinking',
  'refusal',
  'partial_json',
  'arguments',
  'tool_calls',
  'function_call',
  'functionCall',
  'toolUse',
  'tool_use',
  'content_block',
  'contentBlockStart',
  'contentBlockDelta',
  'error',
])

/** Fields that end an answer, or count it. */
const ENDS = new Set([
  'usage',
  'usageMetadata',
  'metadata',
  'finish_reason',
  'finishReason',
  'stop_reason',
  'stopReason',
  'messageStop',
])
const END_TYPES = /^(message_delta|message_stop|error|response\.(completed|incomplete|failed))$/
/** Events that exist to carry content: without it they are damaged. */
const CONTENT_TYPES = /delta$|^(tool_use|function_call)$/

/** Results of tools that the provider runs itself, and sources: they are not part of the model's own text. */
const BESIDE = new Set(['toolResult', 'tool_result', 'annotations', 'citations', 'citation', 'groundingMetadata'])

/**
 * An event that the provider's package cannot read and that carries no content: a new type, or a known one with a
 * missing field. Discarding the answer because of it would be billed twice.
 */
export function isSkippable(error: unknown): boolean {
  const { name, value } = (error ?? {}) as { name?: string; value?: unknown }
  return name === 'AI_TypeValidationError' && isFields(value) && carriesNothing(value)
}

/** Whether an event is neither part of the answer nor its end. */
export const carriesNothing = (value: Readonly<Record<string, unknown>>): boolean => !isEnd(value) && !carries(value)

function isEnd(value: Readonly<Record<string, unknown>>): boolean {
  return typeof value.type === 'string' && END_TYPES.test(value.type)
}

const isContent = ({ type }: Readonly<Record<string, unknown>>): boolean =>
  typeof type === 'string' && CONTENT_TYPES.test(type)

function carries(value: unknown, depth = 0): boolean {
  if (depth > 8) return true
  if (Array.isArray(value)) return value.some((one) => carries(one, depth + 1))
  if (!isFields(value)) return false
  if (isContent(value)) return true
  return Object.entries(value).some(([field, inner]) => holds(field, inner, depth))
}

function holds(field: string, inner: unknown, depth: number): boolean {
  if (BESIDE.has(field)) return false
  if (ENDS.has(field)) return isSomething(inner)
  if (!CONTENT.has(field)) return carries(inner, depth + 1)
  if (!isFields(inner) && !Array.isArray(inner)) return isSomething(inner)
  return isDamaged(field, inner) || isCall(field, inner) || carries(inner, depth + 1)
}

/** A value of another type where text is expected. */
function isDamaged(field: string, inner: unknown): boolean {
  if (field === 'contentBlockDelta') return !(isFields(inner) && 'delta' in inner)
  return field === 'text' || (field === 'content' && !isMessage(inner))
}

/** Google's content is a message with parts. */
const isMessage = (inner: unknown): boolean => isFields(inner) && ('parts' in inner || 'role' in inner)

/** A call counts even before its first argument. */
const isCall = (field: string, inner: unknown): boolean =>
  /call|tool|error/i.test(field) && !(Array.isArray(inner) && inner.length === 0)

const isSomething = (value: unknown): boolean => value !== null && value !== undefined && value !== ''

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

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

/** An event that is lost could have been part of a call, or the end or the failure of the answer. */
const STEERS =
  /tool_?call|tool_?use|function_?call|partial_json|input_json|\\?"arguments|\\?"(?:error|usage|usageMetadata)\\?"|(?:finish_?|stop_?)reason\\?"\s*:\s*\\?"|messageStop|message_(?:stop|delta)|response\.(?:completed|incomplete|failed)/iu

/** Events and deltas that have a meaning for us. Services may add others at any time. */
const KNOWN_EVENTS = /^(?:message_|content_block_|response\.)|^(?:ping|error)$|delta$|call/u
const KNOWN_DELTAS = /^(?:text|input_json|thinking|signature|citations|compaction)_delta$/u

/**
 * How an answer continues after an event that cannot be read, if it can: discarding the answer would be billed twice.
 * `unseen`: nothing is missing. `gap`: a piece of text may be.
 */
export function passedOver(error: unknown): 'unseen' | 'gap' | undefined {
  const { name, value, text } = (error ?? {}) as { name?: string; value?: unknown; text?: unknown }
  if (name === UNREADABLE) return typeof text === 'string' && !STEERS.test(text) ? 'gap' : undefined
  if (name !== 'AI_TypeValidationError' || value === undefined) return undefined
  if (!isObject(value)) return 'gap'
  return carriesNothing(value) || isNews(value) ? 'unseen' : undefined
}

/** Stands for text that arrived damaged. */
export const GAP = '[…]'

const UNREADABLE = 'AI_JSONParseError'

/** The error of an event that is not a JSON object, the same as the provider packages raise. */
export const unreadable = (text: string): Error =>
  Object.assign(new Error('received an event that is not a JSON object'), { name: UNREADABLE, text })

/** An event or a delta of an unknown type. */
export function isNews(value: Readonly<Record<string, unknown>>): boolean {
  const { type, delta } = value
  if (typeof type !== 'string' || STEERS.test(JSON.stringify(value))) return false
  if (!KNOWN_EVENTS.test(type)) return true
  return type === 'content_block_delta' && isObject(delta) && typeof delta.type === 'string'
    ? !KNOWN_DELTAS.test(delta.type)
    : false
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
  if (!isObject(value)) return false
  if (isContent(value)) return true
  return Object.entries(value).some(([field, inner]) => holds(field, inner, depth))
}

function holds(field: string, inner: unknown, depth: number): boolean {
  if (BESIDE.has(field)) return false
  if (ENDS.has(field)) return isSomething(inner)
  if (!CONTENT.has(field)) return carries(inner, depth + 1)
  if (!isObject(inner) && !Array.isArray(inner)) return isSomething(inner)
  return isDamaged(field, inner) || isCall(field, inner) || carries(inner, depth + 1)
}

/** A value of another type where text is expected. */
function isDamaged(field: string, inner: unknown): boolean {
  if (field === 'contentBlockDelta') return !(isObject(inner) && 'delta' in inner)
  return field === 'text' || (field === 'content' && !isMessage(inner))
}

/** Google's content is a message with parts. */
const isMessage = (inner: unknown): boolean => isObject(inner) && ('parts' in inner || 'role' in inner)

/** A call counts even before its first argument. */
const isCall = (field: string, inner: unknown): boolean =>
  /call|tool|error/i.test(field) && !(Array.isArray(inner) && inner.length === 0)

const isSomething = (value: unknown): boolean => value !== null && value !== undefined && value !== ''

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

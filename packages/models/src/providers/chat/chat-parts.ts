import type { StreamPart } from '../../language-model/language-model.ts'
import { carriesNothing, isNews, unreadable } from '../../transport/skippable-event.ts'
import { StreamFault } from '../../transport/stream-fault.ts'
import { ChatCalls } from './chat-calls.ts'
import { type Chunk, type ChunkFields, chunkOf, isChunkFields } from './chat-chunk.ts'
import { chatUsage } from './chat-usage.ts'

type Finish = Extract<StreamPart, { type: 'finish' }>['finishReason']

const UNIFIED: Readonly<Record<string, Finish['unified']>> = {
  stop: 'stop',
  length: 'length',
  content_filter: 'content-filter',
  function_call: 'tool-calls',
  tool_calls: 'tool-calls',
}

/** The parts of one answer, from its events or from a document. After an error, only the usage matters. */
export class ChatParts {
  #provider: string
  #calls = new ChatCalls()
  #finish: string | undefined
  #isUnnamed = false
  #hasRefused = false
  #usage: ChunkFields | undefined
  #isNamed = false

  /** A call's signature is stored under the name `provider` for its next request. */
  constructor(provider: string) {
    this.#provider = provider
  }

  /** The parts of one event. */
  read(data: string): readonly StreamPart[] {
    const value = parsed(data)
    if (!isChunkFields(value)) return [{ type: 'error', error: unreadable(data) }]
    if (value.error !== undefined && value.error !== null) return [{ type: 'error', error: value.error }]
    const chunk = chunkOf(value)
    if (chunk) return this.#take(chunk, value)
    return carriesNothing(value) || (!('choices' in value) && isNews(value))
      ? []
      : [broken('received an event of an unknown form')]
  }

  /** The parts of an answer that arrived whole. It is complete, with or without a finish reason. */
  readWhole(text: string): readonly StreamPart[] {
    const value = parsed(text)
    const choices = isChunkFields(value) && Array.isArray(value.choices) ? value.choices : []
    const said = choices.map((choice) => (isChunkFields(choice) ? { ...choice, delta: choice.message } : choice))
    const chunk = isChunkFields(value) && said.length > 0 ? chunkOf({ ...value, choices: said }) : undefined
    if (!chunk) throw Object.assign(new Error('received a document instead of a stream'), { responseBody: text })
    return [...this.#take(chunk, value as ChunkFields), ...this.end(true)]
  }

  /** The last parts. Without a finish reason, the answer is cut off, unless the server says that it is done. */
  end(isDone: boolean): readonly StreamPart[] {
    const raw = this.#finish ?? (isDone || this.#hasEnded ? 'stop' : undefined)
    const parts: StreamPart[] = []
    if (raw === undefined)
      parts.push({ type: 'error', error: new StreamFault('stream_truncated', 'the answer ended early') })
    else parts.push(...this.#calls.end(this.#provider))
    const finishReason: Finish = { unified: this.#unified(raw), raw }
    return [...parts, { type: 'finish', finishReason, usage: chatUsage(this.#usage) }]
  }

  /** The answer's id and model, reported once. */
  #named({ id, model }: ChunkFields): readonly StreamPart[] {
    if (this.#isNamed || typeof id !== 'string' || typeof model !== 'string') return []
    this.#isNamed = true
    return [{ type: 'response-metadata', id, modelId: model }]
  }

  #unified(raw: string | undefined): Finish['unified'] {
    if (raw === undefined) return 'error'
    return raw === 'stop' && this.#hasRefused ? 'content-filter' : (UNIFIED[raw] ?? 'other')
  }

  /** Snowflake ends with a count and an empty finish reason. */
  get #hasEnded(): boolean {
    return this.#isUnnamed && this.#usage !== undefined
  }

  #take({ reasoning, text, refusal, calls, finish, usage }: Chunk, value: ChunkFields): readonly StreamPart[] {
    this.#usage = usage ?? this.#usage
    this.#isUnnamed ||= finish === ''
    this.#finish = finish || this.#finish
    if (refusal !== '') this.#hasRefused = true
    const parts: StreamPart[] = [...this.#named(value), ...(hasDetails(value) ? [rawPart(value)] : [])]
    if (reasoning !== '') parts.push({ type: 'reasoning-delta', id: 'reasoning', delta: reasoning })
    if (text !== '' || refusal !== '') parts.push({ type: 'text-delta', id: 'text', delta: text + refusal })
    for (const call of calls) {
      this.#calls.add(call)
      parts.push({ type: 'tool-input-delta', id: 'call', delta: call.input })
    }
    return parts
  }
}

function parsed(data: string): unknown {
  try {
    return JSON.parse(data)
  } catch {
    return undefined
  }
}

const rawPart = (rawValue: ChunkFields): StreamPart => ({ type: 'raw', rawValue })

const broken = (message: string): StreamPart => ({ type: 'error', error: new StreamFault('protocol', message) })

/** Only these need the raw chunk, because they are sent back unchanged. */
function hasDetails({ choices }: ChunkFields): boolean {
  const [first] = choices as readonly ChunkFields[]
  const said = first?.delta ?? first?.message
  return isChunkFields(said) && said.reasoning_details !== undefined
}

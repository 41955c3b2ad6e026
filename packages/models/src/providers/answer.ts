import type { Finish, Json, Usage } from '@convene/domain'
import type { ModelFailure, ModelPart, ModelResponse } from '@convene/engine'
import type { StreamPart } from '../language-model/language-model.ts'
import { causesOf } from '../transport/network-cause.ts'
import { GAP, passedOver } from '../transport/skippable-event.ts'
import { EndlessAnswer, StreamFault } from '../transport/stream-fault.ts'
import { AnswerOrder } from './answer-order.ts'
import { cutFailure } from './cut-conversation.ts'
import { type CalledProvider, failureOfCall, ownFailure } from './failure.ts'
import { ReasoningDetails } from './reasoning-details.ts'
import { callOf, type HeldCall, sameCall } from './tool-call.ts'
import { usageOf } from './usage.ts'
import { WholeCharacters } from './whole-characters.ts'
import { WireIds } from './wire-ids.ts'

type Ended = Extract<StreamPart, { type: 'finish' }>

const LONGEST_TEXT = 8_000_000
const FILTERED = /MODEL_ARMOR|BLOCKLIST|PROHIBITED_CONTENT|SPII|SAFETY|RECITATION|REFUSAL|GUARDRAIL/i
const STOPPED = new Set(['eos', 'eos_token', 'end_turn', 'stop_sequence', 'complete', 'done'])

/**
 * One answer as it grows. Everything received since the last `take` is merged, so a consumer pays per read and not per
 * token. Tool calls are held back until the stream has ended.
 */
export class ProviderAnswer {
  #asked: CalledProvider
  #now: () => number
  #sent: number
  #fresh: ModelPart[] = []
  #calls = new Map<string, HeldCall>()
  #wireIds = new WireIds()
  #details = new ReasoningDetails()
  #order: AnswerOrder
  #message: string | undefined
  #length = 0
  #characters = { text: new WholeCharacters(), reasoning: new WholeCharacters() }
  #said = false
  #failure: ModelFailure | undefined
  /** The id of the answer and the model that gave it, if the provider reports them. */
  response: ModelResponse = {}
  /** The provider accepted the request: from here on it may bill. */
  opened = false
  ended = false
  finished = false

  /** `sent` is the length of the conversation, if its server may cut it. */
  constructor(asked: CalledProvider, now: () => number, sent = 0) {
    this.#asked = asked
    this.#now = now
    this.#sent = sent
    this.#order = new AnswerOrder(asked.returnsReasoning ?? false)
  }

  /** Everything new, merged. */
  take(): readonly ModelPart[] {
    const fresh = this.#fresh
    this.#fresh = []
    return fresh
  }

  get hasNews(): boolean {
    return this.#fresh.length > 0
  }

  /** The provider reported an error in its stream. What follows can only be its usage. */
  get isFailing(): boolean {
    return this.#failure !== undefined && !this.ended
  }

  add(part: StreamPart): void {
    if (this.ended) return
    if (this.#failure) this.#closeFailed(this.#failure, part)
    else if (part.type === 'text-delta') this.#say(part.delta)
    else if (part.type === 'text-start') this.#begin(part.providerMetadata)
    else if (part.type === 'reasoning-delta') this.#think(part.id, part.delta, part.providerMetadata)
    else if (part.type === 'reasoning-start') this.#think(part.id, '', part.providerMetadata)
    else if (part.type === 'reasoning-end') this.#think(part.id, '', part.providerMetadata)
    else if (part.type === 'raw') this.#note(part.rawValue)
    else if (part.type === 'tool-input-start') this.#wireIds.begin(part.id, part.toolName)
    else if (part.type === 'tool-input-delta') this.#push('progress', part.delta)
    else if (part.type === 'tool-call' && !part.providerExecuted) this.#hold(part)
    else if (part.type === 'error') this.#passOver(part.error)
    else this.#conclude(part)
  }

  fail(error: unknown): void {
    const isEndless = !this.#failure && causesOf(error).some((cause) => cause instanceof EndlessAnswer)
    if (isEndless && this.#said) this.#end({ type: 'finish', finish: 'length', usage: null })
    else if (this.#failure) this.#closeFailed(this.#failure)
    else this.#failed(this.#failureOf(error), this.opened ? null : undefined)
  }

  /** The stream is over. Without a finish marker, the answer is incomplete, no matter what it says. */
  close(): void {
    if (this.ended) return
    if (this.#failure) this.#closeFailed(this.#failure)
    else
      this.#failed(ownFailure('stream_truncated', `${this.#asked.label}: the answer ended early.`, this.#asked), null)
  }

  /** An error before any output is a refusal, and costs nothing. */
  #closeFailed(end: ModelFailure, part?: StreamPart): void {
    if (part && part.type !== 'finish') return
    this.#failed(end, (part && usageOf(part.usage)) ?? (this.#length > 0 ? null : undefined))
  }

  #failureOf = (error: unknown): ModelFailure => failureOfCall(error, this.#asked, this.#now())

  /** `usage` is null if the provider may bill without having said how much, and undefined if it bills nothing. */
  #failed(end: ModelFailure, usage: Usage | null | undefined): void {
    this.#end(usage === undefined ? end : { ...end, usage })
  }

  #end(part: ModelPart): void {
    for (const type of ['reasoning', 'text'] as const) this.#push(type, this.#characters[type].end())
    this.ended = true
    this.#fresh.push(part)
  }

  #say(text: string): void {
    if (!this.#said) this.#said = /\S/.test(text)
    this.#write(text)
  }

  #write(text: string): void {
    const whole = this.#characters.text.add(text)
    if (whole !== '') this.#order.say(whole.length)
    this.#push('text', whole)
  }

  /** One event that cannot be read does not cost the answer. A gap is visible, but it is not something said. */
  #passOver(error: unknown): void {
    const how = passedOver(error)
    if (how === undefined) this.#failure = this.#failureOf(error)
    if (how === 'gap') this.#write(GAP)
  }

  /** OpenAI may send several messages in one answer, such as a remark and the result. */
  #begin(metadata: unknown): void {
    const message = messageOf(metadata)
    if (message !== undefined && this.#message !== undefined && message !== this.#message && this.#said)
      this.#say('\n\n')
    this.#message = message
  }

  #note(raw: unknown): void {
    this.#wireIds.note(raw)
    this.#details.note(raw)
  }

  /** Handles parts about the answer as a whole. */
  #conclude(part: StreamPart): void {
    if (part.type === 'response-metadata') this.#identify(part)
    if (part.type === 'finish') this.#finish(part)
  }

  #identify({ id, modelId }: Extract<StreamPart, { type: 'response-metadata' }>): void {
    this.response = { ...this.response, ...(id && { id }), ...(modelId && { model: modelId }) }
  }

  #push(type: 'text' | 'reasoning' | 'progress', text: string): void {
    if (text === '') return
    const last = this.#fresh.at(-1)
    if (last?.type === type) this.#fresh[this.#fresh.length - 1] = { type, text: last.text + text }
    else this.#fresh.push({ type, text })
    this.#count(text.length)
  }

  #count(length: number): void {
    this.#length += length
    if (this.#length > LONGEST_TEXT) this.fail(new EndlessAnswer('the answer does not end'))
  }

  #think(id: string, text: string, options: unknown): void {
    this.#push('reasoning', this.#characters.reasoning.add(text))
    this.#order.think(id, text, options as Json | undefined)
  }

  #hold(part: Extract<StreamPart, { type: 'tool-call' }>): void {
    if (part.toolName.trim() === '') {
      this.fail(new StreamFault('protocol', 'a call without a tool name'))
      return
    }
    const key = sameCall(this.#wireIds.of(part.toolCallId), part.toolName, part.input)
    if (this.#calls.has(key)) return
    const before = this.#order.take()
    const call = part.providerMetadata as Json | undefined
    const state = { model: this.#asked.model, ...(call ? { call } : {}), ...(before.length ? { before } : {}) }
    this.#calls.set(key, { tool: part.toolName, input: part.input, state })
  }

  /** The calls with the state to send back. The order is included only if it is unusual. */
  #heldCalls(): readonly HeldCall[] {
    const calls = [...this.#calls.values()]
    const after = calls.length > 0 ? this.#order.take() : []
    const details = this.#details.all
    return calls.map((call, at) => {
      const { before = [], ...state } = call.state
      const kept = this.#order.isPlain ? [] : details ? before.filter((piece) => 'said' in piece) : before
      const isLast = at === calls.length - 1
      return {
        ...call,
        state: {
          ...state,
          ...(kept.length > 0 && { before: kept }),
          ...(isLast && after.length > 0 && { after }),
          ...(details && at === 0 && { message: { reasoning_details: details } }),
        },
      }
    })
  }

  #finish(part: Ended): void {
    const finish = this.#finishOf(part.finishReason)
    const usage = usageOf(part.usage)
    const { reasoning } = part.usage.outputTokens
    if (reasoning !== undefined) this.response = { ...this.response, reasoningTokens: reasoning }
    const cut = cutFailure(this.#sent, usage, this.#asked)
    if (typeof finish !== 'string' || cut) {
      this.#failed(typeof finish === 'string' ? (cut as ModelFailure) : finish, usage)
      return
    }
    for (const call of this.#heldCalls()) this.#fresh.push(callOf(call, finish === 'length'))
    this.finished = true
    this.#end({ type: 'finish', finish, usage })
  }

  #finishOf({ unified, raw }: Ended['finishReason']): Finish | ModelFailure {
    const { label } = this.#asked
    if (unified === 'content-filter' || FILTERED.test(raw ?? ''))
      return ownFailure('refused', `${label} refused to answer.`, this.#asked)
    if (unified === 'length') return 'length'
    const isStop = unified === 'stop' || unified === 'tool-calls' || STOPPED.has(raw?.toLowerCase() ?? '')
    if (isStop && this.#calls.size > 0) return 'tools'
    if (isStop && this.#said) return 'stop'
    if (isStop) return ownFailure('empty_reply', `${label} gave an empty answer.`, this.#asked)
    if (raw === undefined || raw === '')
      return ownFailure('stream_truncated', `${label}: the answer ended early.`, this.#asked)
    return ownFailure('protocol', `${label} ended its answer with "${raw}".`, this.#asked)
  }
}

/** The id of a message within an answer, if the provider sends one. */
function messageOf(metadata: unknown): string | undefined {
  for (const value of Object.values((metadata ?? {}) as Record<string, unknown>)) {
    const { itemId } = (value ?? {}) as { itemId?: unknown }
    if (typeof itemId === 'string') return itemId
  }
  return undefined
}

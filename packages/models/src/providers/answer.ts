import type { Finish, Json, Usage } from '@convene/domain'
import type { ModelFailure, ModelPart } from '@convene/engine'
import { type Asked, failure, failureOf } from './failure.ts'
import type { StreamPart } from './language-model.ts'
import { causesOf } from './network-cause.ts'
import { EndlessAnswer, StreamFault } from './stream-fault.ts'
import { callOf, type HeldCall, sameCall } from './tool-call.ts'
import { isUnknownEvent } from './unknown-event.ts'
import { WireIds } from './wire-ids.ts'

type Ended = Extract<StreamPart, { type: 'finish' }>

const LONGEST_TEXT = 8_000_000
const STOPPED = new Set(['eos', 'eos_token', 'end_turn', 'stop_sequence', 'complete', 'done'])

/**
 * One answer as it grows. Everything received since the last `take` is merged, so a consumer pays per read and not per
 * token. Tool calls are held back until the stream has ended.
 */
export class Answer {
  #asked: Asked
  #now: () => number
  #fresh: ModelPart[] = []
  #calls = new Map<string, HeldCall>()
  #wireIds = new WireIds()
  #reasoning = new Map<string, { text: string; options?: Json }>()
  #length = 0
  #said = false
  #failure: ModelFailure | undefined
  /** The provider accepted the request: from here on it may bill. */
  opened = false
  ended = false
  finished = false

  constructor(asked: Asked, now: () => number) {
    this.#asked = asked
    this.#now = now
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
    else if (part.type === 'text-delta') this.#say('text', part.delta)
    else if (part.type === 'reasoning-delta') this.#think(part.id, part.delta, part.providerMetadata)
    else if (part.type === 'reasoning-start') this.#think(part.id, '', part.providerMetadata)
    else if (part.type === 'reasoning-end') this.#think(part.id, '', part.providerMetadata)
    else if (part.type === 'raw') this.#wireIds.note(part.rawValue)
    else if (part.type === 'tool-input-start') this.#wireIds.begin(part.id, part.toolName)
    else if (part.type === 'tool-input-delta') this.#push('progress', part.delta)
    else if (part.type === 'tool-call' && !part.providerExecuted) this.#hold(part)
    else if (part.type === 'error' && !isUnknownEvent(part.error)) this.#failure = this.#failureOf(part.error)
    else if (part.type === 'finish') this.#finish(part)
  }

  fail(error: unknown): void {
    const isEndless = !this.#failure && causesOf(error).some((cause) => cause instanceof EndlessAnswer)
    if (isEndless && this.#said) this.#end({ type: 'finish', finish: 'length', usage: null })
    else if (this.#failure) this.#closeFailed(this.#failure)
    else this.#failed(this.#failureOf(error), this.opened ? null : undefined)
  }

  /** The stream is over. Without a finish marker the answer is incomplete, whatever it says. */
  close(): void {
    if (this.ended) return
    if (this.#failure) this.#closeFailed(this.#failure)
    else this.#failed(failure('stream_truncated', `${this.#asked.label}: the answer ended early.`, this.#asked), null)
  }

  /** An error before any output is a refusal, and costs nothing. */
  #closeFailed(end: ModelFailure, part?: StreamPart): void {
    if (part && part.type !== 'finish') return
    this.#failed(end, (part && usageOf(part.usage)) ?? (this.#length > 0 ? null : undefined))
  }

  #failureOf = (error: unknown): ModelFailure => failureOf(error, this.#asked, this.#now())

  /** `usage` is null if the provider may bill without having said how much, and undefined if it bills nothing. */
  #failed(end: ModelFailure, usage: Usage | null | undefined): void {
    this.#end(usage === undefined ? end : { ...end, usage })
  }

  #end(part: ModelPart): void {
    this.ended = true
    this.#fresh.push(part)
  }

  #say(type: 'text' | 'reasoning', text: string): void {
    if (type === 'text' && !this.#said) this.#said = /\S/.test(text)
    this.#push(type, text)
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
    this.#say('reasoning', text)
    const known = this.#reasoning.get(id) ?? { text: '' }
    this.#reasoning.set(id, { text: known.text + text, options: (options as Json | undefined) ?? known.options })
  }

  #hold(part: Extract<StreamPart, { type: 'tool-call' }>): void {
    if (part.toolName.trim() === '') {
      this.fail(new StreamFault('protocol', 'a call without a tool name'))
      return
    }
    const key = sameCall(this.#wireIds.of(part.toolCallId), part.toolName, part.input)
    if (this.#calls.has(key)) return
    const reasoning = [...this.#reasoning.values()].flatMap(({ text, options }) => (options ? [{ text, options }] : []))
    this.#reasoning.clear()
    const call = part.providerMetadata as Json | undefined
    const state = { model: this.#asked.model, ...(call ? { call } : {}), ...(reasoning.length ? { reasoning } : {}) }
    this.#calls.set(key, { tool: part.toolName, input: part.input, state })
  }

  #finish(part: Ended): void {
    const finish = this.#finishOf(part.finishReason)
    if (typeof finish !== 'string') {
      this.#failed(finish, usageOf(part.usage))
      return
    }
    for (const call of this.#calls.values()) this.#fresh.push(callOf(call, finish === 'length'))
    this.finished = true
    this.#end({ type: 'finish', finish, usage: usageOf(part.usage) })
  }

  #finishOf({ unified, raw }: Ended['finishReason']): Finish | ModelFailure {
    const { label } = this.#asked
    if (unified === 'content-filter') return failure('refused', `${label} refused to answer.`, this.#asked)
    if (unified === 'length') return 'length'
    const isStop = unified === 'stop' || unified === 'tool-calls' || STOPPED.has(raw?.toLowerCase() ?? '')
    if (isStop && this.#calls.size > 0) return 'tools'
    if (isStop && this.#said) return 'stop'
    if (isStop) return failure('empty_reply', `${label} gave an empty answer.`, this.#asked)
    if (raw === undefined) return failure('stream_truncated', `${label}: the answer ended early.`, this.#asked)
    return failure('protocol', `${label} ended its answer with "${raw}".`, this.#asked)
  }
}

/** Tokens as counted by the provider, or null if it did not count. */
export function usageOf(usage: Ended['usage']): Usage | null {
  const input = count(usage.inputTokens.total)
  const output = count(usage.outputTokens.total)
  if (input === null || output === null) return null
  if (input === 0 && output === 0) return null
  const cached = Math.min(input, count(usage.inputTokens.cacheRead) ?? 0)
  const cacheWrite = Math.min(input - cached, count(usage.inputTokens.cacheWrite) ?? 0)
  return { input, cached, output, ...(cacheWrite > 0 && { cacheWrite }) }
}

const count = (tokens: number | undefined): number | null =>
  tokens !== undefined && Number.isFinite(tokens) && tokens >= 0 ? Math.round(tokens) : null

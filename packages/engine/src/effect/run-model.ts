import type { ModelEffect, ModelRequest, Outcome } from '@convene/domain'
import type { AbortController } from '../platform.ts'
import type { Clock } from '../ports/clock.ts'
import type { FailureCode, Model, ModelFailure, ModelPart } from '../ports/model.ts'
import { readableJson } from './readable-json.ts'
import { type ThoughtPiece, ThoughtTags } from './thought-tags.ts'

/** A call's readable text so far, for followers that join late. */
export type Partial = { text: string; reasoning: string }

export type ModelRun = {
  readonly model: Model
  readonly clock: Clock
  readonly effect: ModelEffect
  readonly request: ModelRequest
  readonly abort: AbortController
  readonly partial: Partial
  onDelta(kind: 'text' | 'reasoning', text: string): void
}

type Reading = {
  /** What was said, exactly as the model wrote it, without thoughts in front of it. */
  text: string
  calls: Extract<ModelPart, { type: 'call' }>[]
  steps: Extract<ModelPart, { type: 'step' }>['step'][]
  /** Input of tool calls still being written. */
  input: string
  last: Extract<ModelPart, { type: 'finish' | 'failed' }> | undefined
  contentAt: number
}

/**
 * Reads one answer to its end. The idle limit counts only parts with content: a stream of keep-alives is dead. Time is
 * monotonic, or all calls would time out when the machine wakes up.
 */
export async function runModel(run: ModelRun): Promise<Outcome> {
  const startedAt = run.clock.ticks()
  const reading: Reading = { text: '', calls: [], steps: [], input: '', last: undefined, contentAt: startedAt }
  const { stopped, disarm } = watch(run, reading, startedAt)
  // Raced, so that a model that ignores its signal cannot block the session.
  const end = await Promise.race([read(run, reading), stopped])
  disarm()
  const ms = run.clock.ticks() - startedAt
  if (end === 'aborted') return { kind: 'aborted', partial: run.partial.text, received: receivedOf(run, reading), ms }
  if (end === 'endless') return cutOff(run, reading, ms)
  return end === 'read' ? outcomeOf(run, reading, ms) : failure(run, reading, end, ms)
}

/** Everything a provider bills as output. */
const receivedOf = ({ partial }: ModelRun, { text, input }: Reading): string => partial.reasoning + text + input

/** Still producing output at its total limit: a retry would do the same, so its text so far is the answer. */
function cutOff(run: ModelRun, reading: Reading, ms: number): Outcome {
  const { text, reasoning } = run.partial
  if (text.trim() !== '') return { kind: 'reply', text, reasoning, calls: [], usage: null, finish: 'length', ms }
  const message = `The call took longer than ${Math.round(run.effect.timeoutMs / 1_000)} s.`
  return failure(run, reading, failed('timeout', message, true), ms)
}

async function read(run: ModelRun, reading: Reading): Promise<'read' | ModelFailure> {
  const readable = run.request.answer ? readableJson() : (piece: string) => piece
  const tags = new ThoughtTags()
  const say = ({ kind, text }: ThoughtPiece) => {
    if (kind === 'text') reading.text += text
    show(run, kind, kind === 'text' ? readable(text) : text)
  }
  try {
    for await (const part of run.model.stream(run.request, run.abort.signal)) {
      const text = part.type === 'text' ? withoutNul(part.text) : ''
      for (const piece of tags.read(text)) say(piece)
      if (take(run, reading, part) || text !== '') reading.contentAt = run.clock.ticks()
    }
    say(tags.end())
    return 'read'
  } catch (error) {
    return failed(
      'protocol',
      `The model adapter broke: ${error instanceof Error ? error.message : String(error)}`,
      false,
    )
  }
}

/** Stores one part that is not text. True if it had content. */
function take(run: ModelRun, reading: Reading, part: ModelPart): boolean {
  switch (part.type) {
    case 'text':
      return false
    case 'reasoning':
      show(run, 'reasoning', withoutNul(part.text))
      return part.text !== ''
    case 'progress':
      reading.input += part.text
      return true
    case 'call':
      reading.calls.push(part)
      return true
    case 'step':
      reading.steps.push(part.step)
      if (reading.steps.length > MOST_STEPS) reading.steps.shift()
      return true
    default:
      reading.last = part
      return true
  }
}

/** The log keeps no more of a reply. A program that reports steps without end must not fill the memory until it stops. */
const MOST_STEPS = 100

/** No text has a NUL: a reply of nothing else would count as an answer, and some storage cannot hold one. */
const withoutNul = (text: string): string => text.replaceAll('\0', '')

function show(run: ModelRun, kind: keyof Partial, text: string): void {
  if (text === '') return
  run.partial[kind] += text
  run.onDelta(kind, text)
}

/** Ends the call from outside: aborted, idle for too long, or over its total limit. */
function watch(run: ModelRun, reading: Reading, startedAt: number) {
  const { clock, abort, request, effect } = run
  let cancel = () => {}
  let onAbort = () => {}
  const stopped = new Promise<'aborted' | 'endless' | ModelFailure>((resolve) => {
    onAbort = () => resolve('aborted')
    const give = (end: 'endless' | ModelFailure) => {
      resolve(end)
      abort.abort()
    }
    const check = () => {
      const now = clock.ticks()
      const idle = reading.contentAt + request.idleMs - now
      const total = startedAt + effect.timeoutMs - now
      if (idle <= 0) return give(failed('timeout', `The model said nothing for ${request.idleMs / 1_000} s.`, true))
      if (total <= 0) return give('endless')
      cancel = clock.after(Math.min(idle, total), check)
    }
    abort.signal.addEventListener('abort', onAbort, { once: true })
    if (abort.signal.aborted) onAbort()
    check()
  })
  const disarm = () => {
    cancel()
    abort.signal.removeEventListener('abort', onAbort)
  }
  return { stopped, disarm }
}

function outcomeOf(run: ModelRun, reading: Reading, ms: number): Outcome {
  const { calls, last, steps } = reading
  if (!last) return failure(run, reading, failed('stream_truncated', 'The answer broke off before its end.', true), ms)
  if (last.type === 'failed') return failure(run, reading, last, ms)
  const { reasoning } = run.partial
  // Truncated JSON cannot be parsed: what people have read of it is the answer.
  const text = last.finish === 'length' ? run.partial.text : reading.text
  const wanted = calls.map(({ type: _type, ...call }) => call)
  const { type: _type, ...end } = last
  return { kind: 'reply', text, reasoning, calls: wanted, ...(steps.length > 0 && { steps }), ...end, ms }
}

function failure(run: ModelRun, reading: Reading, end: ModelFailure, ms: number): Outcome {
  const { code, message, retryable, retryAfterMs, usage, costUsd } = end
  const received = receivedOf(run, reading)
  const began = usage !== undefined || received !== ''
  return {
    kind: 'failed',
    code,
    message,
    retryable,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    partial: run.partial.text,
    ...(began && { received }),
    usage: usage ?? null,
    ...(costUsd !== undefined && { costUsd }),
    ms,
  }
}

/** A failure detected here: the provider has the request, and nobody knows what it billed. */
const failed = (code: FailureCode, message: string, retryable: boolean): ModelFailure => ({
  type: 'failed',
  code,
  message,
  retryable,
  usage: null,
})

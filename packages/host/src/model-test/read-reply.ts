import type { Json, ModelRequest, ToolCall, Usage } from '@convene/domain'
import type { Model, ModelPart } from '@convene/engine'

/** A tested model's answer. `firstMs` is the time to its first output. */
export type TestReply = {
  readonly text: string
  readonly reasoning: string
  /** Including what the provider wants back, like `provider` for the whole answer. */
  readonly calls: readonly Omit<ToolCall, 'id'>[]
  readonly provider?: Json
  readonly parts: number
  readonly firstMs: number
  readonly ms: number
  readonly usage: Usage | null
  readonly failure?: string
  /** The part of the request that the model refused. It has answered without it. */
  readonly refused?: string
}

const LIMIT_MS = 15 * 60_000
/** Tools, temperature, schema, reasoning, summaries and the limit's name may be refused, one after another. */
const MOST_REFUSALS = 6

/** Asks and reads to the end, retrying without what the model refuses, as runs do. A failure is part of the reply. */
export async function readTestReply(model: Model, request: ModelRequest, now: () => number): Promise<TestReply> {
  const refused: string[] = []
  for (;;) {
    const { isRefusal, ...reply } = await readOnce(model, request, now)
    if (!isRefusal || refused.length === MOST_REFUSALS)
      return refused.length > 0 ? { ...reply, refused: refused.join(' ') } : reply
    refused.push(reply.failure ?? '')
  }
}

type Reading = { text: string; reasoning: string; calls: Omit<ToolCall, 'id'>[]; parts: number; firstMs: number }
type End = Extract<ModelPart, { type: 'finish' | 'failed' }>

async function readOnce(model: Model, request: ModelRequest, now: () => number) {
  const began = now()
  const reading: Reading = { text: '', reasoning: '', calls: [], parts: 0, firstMs: 0 }
  const silence = new AbortController()
  const timer = setTimeout(() => silence.abort(), request.idleMs)
  let end: End | undefined
  for await (const part of model.stream(request, AbortSignal.any([silence.signal, AbortSignal.timeout(LIMIT_MS)]))) {
    timer.refresh()
    if (reading.parts === 0) reading.firstMs = now() - began
    reading.parts += 1
    end = take(reading, part) ?? end
  }
  clearTimeout(timer)
  return { ...reading, ms: now() - began, ...endOf(end, request.idleMs) }
}

/** Stores a part, and returns it if it ends the answer. */
function take(reading: Reading, part: ModelPart): End | undefined {
  if (part.type === 'text' || part.type === 'reasoning') reading[part.type] += part.text
  if (part.type === 'call') {
    const { type: _, invalid: _invalid, ...call } = part
    reading.calls.push(call)
  }
  return part.type === 'finish' || part.type === 'failed' ? part : undefined
}

/** If there is no end, one of the two time limits ended it. */
function endOf(end: End | undefined, idleMs: number) {
  const usage = end?.usage ?? null
  if (!end) return { usage, isRefusal: false, failure: `No answer within ${idleMs / 1_000} s.` }
  if (end.type === 'failed')
    return { usage, isRefusal: end.code === 'bad_request' && end.retryable, failure: end.message }
  return { usage, isRefusal: false, ...(end.provider !== undefined && { provider: end.provider }) }
}

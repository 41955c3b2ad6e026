import type { CallOptions, LanguageModel, PartStream, StreamPart } from '../language-model/language-model.ts'
import { causesOf } from './network-cause.ts'
import { StreamFault } from './stream-fault.ts'

type Generated = Awaited<ReturnType<NonNullable<LanguageModel['doGenerate']>>>
type Content = Generated['content'][number]

/**
 * A server answered a streaming request with a document. Thrown by the fetch and caught by the code that requested the
 * stream.
 */
export class WholeAnswer extends Error {
  readonly response: Response
  constructor(response: Response) {
    super('the answer came in one piece')
    this.name = 'WholeAnswer'
    this.response = response
  }
}

const answered = new WeakMap<AbortSignal, Response>()

/** The document with which this request was already answered, so that the fetch requests nothing twice. */
export function wholeAnswer(signal: AbortSignal | null | undefined): Response | undefined {
  return signal ? answered.get(signal) : undefined
}

/** Parses a document in place of a stream with the provider's own package. Rethrows anything else. */
export async function streamOfWhole(error: unknown, model: LanguageModel, call: CallOptions): Promise<PartStream> {
  const whole = causesOf(error).find((cause) => cause instanceof WholeAnswer)
  if (!whole || !model.doGenerate) throw error
  const abortSignal = AbortSignal.any(call.abortSignal ? [call.abortSignal] : [])
  answered.set(abortSignal, whole.response)
  const { content, finishReason, usage, response } = await model.doGenerate({ ...call, abortSignal })
  if (content.length === 0 && finishReason.raw === undefined)
    throw new StreamFault('protocol', 'received a document that is not an answer instead of a stream')
  const raw: StreamPart = { type: 'raw', rawValue: response?.body }
  const parts: StreamPart[] = [raw, ...content.flatMap(partsOf), { type: 'finish', finishReason, usage }]
  return new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(part)
      controller.close()
    },
  })
}

function partsOf(content: Content, at: number): readonly StreamPart[] {
  const id = String(at)
  if (content.type === 'text') {
    const { providerMetadata } = content
    return [
      { type: 'text-start', id, ...(providerMetadata && { providerMetadata }) },
      { type: 'text-delta', id, delta: content.text },
    ]
  }
  if (content.type === 'reasoning')
    return [{ type: 'reasoning-delta', id, delta: content.text, providerMetadata: content.providerMetadata }]
  return content.type === 'tool-call' ? [content] : []
}

import type { Json, ModelRequest, Usage } from '@convene/domain'
import type { Model } from '@convene/engine'

/** One answer of a model under test. `firstMs` is the time to its first sign of life. */
export type TestReply = {
  readonly text: string
  readonly reasoning: string
  readonly calls: readonly { readonly tool: string; readonly input: Json }[]
  readonly parts: number
  readonly firstMs: number
  readonly ms: number
  readonly usage: Usage | null
  readonly failure?: string
}

const LIMIT_MS = 180_000

/** Asks once and reads to the end. A failure is part of the reply. */
export async function readReply(model: Model, request: ModelRequest, now: () => number): Promise<TestReply> {
  const began = now()
  const reply = { text: '', reasoning: '', calls: [] as { tool: string; input: Json }[], parts: 0, firstMs: 0 }
  let usage: Usage | null = null
  let failure: string | undefined
  for await (const part of model.stream(request, AbortSignal.timeout(LIMIT_MS))) {
    if (reply.parts === 0) reply.firstMs = now() - began
    reply.parts += 1
    if (part.type === 'text' || part.type === 'reasoning') reply[part.type] += part.text
    else if (part.type === 'call') reply.calls.push({ tool: part.tool, input: part.input })
    else if (part.type === 'finish') usage = part.usage
    else if (part.type === 'failed') failure = part.message
  }
  if (reply.parts === 0) failure = `No answer within ${LIMIT_MS / 1_000} s.`
  return { ...reply, ms: now() - began, usage, ...(failure !== undefined && { failure }) }
}

import { estimateTokens, items, type ModelRequest, type Usage } from '@convene/domain'
import type { Files, Model, ModelPart } from '@convene/engine'
import { nodeFiles } from '@convene/platform'
import type { RehearsedReply } from './reply.ts'
import { type Pause, streamText } from './stream-text.ts'

export type RehearsalOptions = {
  /** How to read the workspace. Default: this machine's files. */
  readonly files?: Files
  /** Milliseconds a long answer takes to appear. 0 shows it at once. */
  readonly pace?: number
  readonly pause?: Pause
}

const PACE = 1_800
const LONG = 1_500

/**
 * `rehearsal/offline`: not a language model. It quotes the goal and the workspace, and answers every request in the
 * requested form, with samples. The same goal and files give the same text.
 */
export function rehearsalModel({ files = nodeFiles(), pace = PACE, pause = wait }: RehearsalOptions = {}): Model {
  return {
    async *stream(request, signal) {
      try {
        // Only a rehearsal needs its samples. Imported above, they would be part of what every command loads.
        const { replyTo } = await import('./reply.ts')
        const reply = await replyTo(files, request)
        if (signal.aborted) return
        for await (const text of streamText(reply.text, paceOf(reply.text, pace), pause, signal))
          yield { type: 'text', text }
        if (!signal.aborted) yield* end(request, reply)
      } catch (error) {
        const message = `The rehearsal model failed: ${String(error)}`
        yield { type: 'failed', code: 'server_error', message, retryable: false }
      }
    },
  }
}

/** A short answer appears sooner. */
const paceOf = (text: string, pace: number): number => pace * Math.min(1, text.length / LONG)

const wait: Pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

function* end(request: ModelRequest, { text, call, cut }: RehearsedReply): Generator<ModelPart> {
  if (call) yield { type: 'call', ...call }
  yield { type: 'finish', finish: cut ? 'length' : call ? 'tools' : 'stop', usage: usageOf(request, text) }
}

function usageOf(request: ModelRequest, text: string): Usage {
  let input = estimateTokens(request.system)
  for (const line of items(request.lines)) input += estimateTokens(line.role === 'tool' ? line.output : line.text)
  return { input, cached: 0, output: estimateTokens(text) }
}

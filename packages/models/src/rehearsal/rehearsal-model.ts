import { estimateTokens, items, type ModelRequest, type Usage } from '@convene/domain'
import type { Files, Model, ModelPart } from '@convene/engine'
import { nodeFiles } from '@convene/platform'
import type { Reply } from './answers/answer.ts'
import { answerFor } from './answers/answers.ts'
import { readAsk } from './ask.ts'
import { isCurrent, libraryOf } from './library.ts'
import { type Pause, streamText } from './stream-text.ts'
import { type Study, study } from './study.ts'

export type RehearsalOptions = {
  /** How to read the workspace. Default: this machine's files. */
  readonly files?: Files
  /** Milliseconds a long answer takes to appear. 0 shows it at once. */
  readonly pace?: number
  readonly pause?: Pause
}

const PACE = 1_800
const LONG = 2_500

/**
 * `rehearsal/offline`: not a language model. It finds and quotes what the goal, the conversation and the workspace say,
 * from the viewpoint of the agent's role. The same goal and files give the same text.
 */
export function rehearsalModel({ files = nodeFiles(), pace = PACE, pause = wait }: RehearsalOptions = {}): Model {
  const library = libraryOf(files)
  return {
    async *stream(request, signal) {
      try {
        const found = await look(request)
        if (signal.aborted) return
        const reply = fitted(answerFor(found.ask.heading)(found), request.maxOutput)
        for await (const text of streamText(reply.text, paceOf(reply.text, pace), pause, signal))
          yield { type: 'text', text }
        if (!signal.aborted) yield* end(request, reply)
      } catch (error) {
        yield {
          type: 'failed',
          code: 'server_error',
          message: `The rehearsal model failed: ${String(error)}`,
          retryable: false,
        }
      }
    },
  }

  /** An index may be older than the files: if a line to be quoted has changed, everything is read again. */
  async function look(request: ModelRequest): Promise<Study> {
    const ask = readAsk(request)
    const found = study(ask, await library.open(ask.workspace))
    if (await isCurrent(files, found)) return found
    library.forget(ask.workspace)
    return study(ask, await library.open(ask.workspace))
  }
}

/** A short answer appears sooner. */
const paceOf = (text: string, pace: number): number => pace * Math.min(1, text.length / LONG)

const wait: Pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

type Fitted = Reply & { readonly cut: boolean }

function fitted(reply: Reply, maxOutput: number): Fitted {
  const room = maxOutput * 4
  return reply.text.length <= room
    ? { ...reply, cut: false }
    : { text: reply.text.slice(0, room), calls: [], cut: true }
}

function* end(request: ModelRequest, reply: Fitted): Generator<ModelPart> {
  for (const call of reply.calls) yield { type: 'call', ...call }
  const finish = reply.cut ? 'length' : reply.calls.length > 0 ? 'tools' : 'stop'
  yield { type: 'finish', finish, usage: usageOf(request, reply.text) }
}

function usageOf(request: ModelRequest, text: string): Usage {
  let input = estimateTokens(request.system)
  for (const line of items(request.lines)) input += estimateTokens(line.role === 'tool' ? line.output : line.text)
  return { input, cached: 0, output: estimateTokens(text) }
}

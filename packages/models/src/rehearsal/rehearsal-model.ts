import { estimateTokens, items, type ModelRequest, type Usage } from '@convene/domain'
import type { Files, Model, ModelPart } from '@convene/engine'
import { nodeFiles } from '@convene/platform'
import { answerTo } from './answers/answers.ts'
import { type Ask, readAsk } from './answers/ask.ts'
import { cite } from './answers/quote.ts'
import { seedOf } from './answers/seed.ts'
import { type Call, delegation, reportOut } from './delegate.ts'
import { extractsFrom, wordsOf } from './extracts.ts'
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
const MOST_QUOTES = 3

/**
 * `rehearsal/offline`: not a language model. It quotes the goal and the workspace, and answers every request in the
 * requested form, with samples. The same goal and files give the same text.
 */
export function rehearsalModel({ files = nodeFiles(), pace = PACE, pause = wait }: RehearsalOptions = {}): Model {
  return {
    async *stream(request, signal) {
      try {
        const reply = fitted(await replyTo(files, request), request.maxOutput)
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

type Reply = { readonly text: string; readonly call?: Call | undefined; readonly cut?: boolean }

async function replyTo(files: Files, request: ModelRequest): Promise<Reply> {
  const ask = readAsk(request)
  const work = delegation(request, ask.subject)
  if (work) return { text: 'I hand this on, to show how delegation works.', call: work }
  const text = answerTo({ ask, quotes: await quotesFor(files, request.workspace, ask) })
  const report = reportOut(request, text)
  return report ? { text: '', call: report } : { text }
}

/**
 * Lines that have not been quoted in this conversation yet. Agents start at different ones, so that their answers
 * differ.
 */
async function quotesFor(files: Files, workspace: string, ask: Ask): Promise<readonly string[]> {
  const about = ask.kind === 'follow_up' ? ask.subject : `${ask.goal}\n${ask.subject}`
  const all = (await extractsFrom(files, workspace, wordsOf(about))).map(cite)
  const known = [ask.said, ...ask.earlier.map(({ text }) => text)].join('\n')
  const fresh = all.filter((quote) => !known.includes(quote))
  const from = seedOf(ask.name) % Math.max(1, Math.min(fresh.length, MOST_QUOTES))
  return [...fresh.slice(from), ...fresh.slice(0, from)].slice(0, MOST_QUOTES)
}

/** A short answer appears sooner. */
const paceOf = (text: string, pace: number): number => pace * Math.min(1, text.length / LONG)

const wait: Pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

function fitted(reply: Reply, maxOutput: number): Reply {
  const room = maxOutput * 4
  return reply.text.length <= room ? reply : { text: reply.text.slice(0, room), cut: true }
}

function* end(request: ModelRequest, { text, call, cut }: Reply): Generator<ModelPart> {
  if (call) yield { type: 'call', ...call }
  yield { type: 'finish', finish: cut ? 'length' : call ? 'tools' : 'stop', usage: usageOf(request, text) }
}

function usageOf(request: ModelRequest, text: string): Usage {
  let input = estimateTokens(request.system)
  for (const line of items(request.lines)) input += estimateTokens(line.role === 'tool' ? line.output : line.text)
  return { input, cached: 0, output: estimateTokens(text) }
}

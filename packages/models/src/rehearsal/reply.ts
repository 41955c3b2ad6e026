import type { ModelRequest } from '@convene/domain'
import type { Files } from '@convene/engine'
import { rehearsedAnswer } from './answers/answers.ts'
import { type ParsedAsk, readAsk } from './answers/ask.ts'
import { cite } from './answers/quote.ts'
import { seedOf } from './answers/seed.ts'
import { reportOut, type SampleCall, sampleDelegation } from './delegate.ts'
import { extractsFrom, searchWords } from './extracts.ts'

const MOST_QUOTES = 3

export type RehearsedReply = { readonly text: string; readonly call?: SampleCall | undefined; readonly cut?: boolean }

/** The answer to a request, no longer than the request allows. */
export async function replyTo(files: Files, request: ModelRequest): Promise<RehearsedReply> {
  return fitted(await fullReply(files, request), request.maxOutput)
}

async function fullReply(files: Files, request: ModelRequest): Promise<RehearsedReply> {
  const ask = readAsk(request)
  const work = sampleDelegation(request, ask.subject)
  if (work) return { text: 'I hand this on, to show how delegation works.', call: work }
  const text = rehearsedAnswer({ ask, quotes: await quotesFor(files, request.workspace, ask) })
  const report = reportOut(request, text)
  return report ? { text: '', call: report } : { text }
}

/**
 * Lines that have not been quoted in this conversation yet. Agents start at different ones, so that their answers
 * differ.
 */
async function quotesFor(files: Files, workspace: string, ask: ParsedAsk): Promise<readonly string[]> {
  const about = ask.kind === 'follow_up' ? ask.subject : `${ask.goal}\n${ask.subject}`
  const all = (await extractsFrom(files, workspace, searchWords(about))).map(cite)
  const known = [ask.said, ...ask.earlier.map(({ text }) => text)].join('\n')
  const fresh = all.filter((quote) => !known.includes(quote))
  const from = seedOf(ask.name) % Math.max(1, Math.min(fresh.length, MOST_QUOTES))
  return [...fresh.slice(from), ...fresh.slice(0, from)].slice(0, MOST_QUOTES)
}

function fitted(reply: RehearsedReply, maxOutput: number): RehearsedReply {
  const room = maxOutput * 4
  return reply.text.length <= room ? reply : { text: reply.text.slice(0, room), cut: true }
}

import { cleanLine, cleanLines, modeViewOf, type Run } from '@convene/domain'
import { doubtIn } from '../outcome/doubt.ts'
import { labelledParts, type RunVerdict } from '../outcome/verdict.ts'
import { firstSentence, plainQuote } from '../quote/quote.ts'
import { listedIn, reportOf } from '../report/report.ts'
import type { ClaimMark } from '../story/claim-marks.ts'

/** An option with the names of those who voted for it. */
export type CardSide = { readonly option: string; readonly voters: readonly string[] }

/** A result in a few lines, to paste or send elsewhere. Plain text only. */
export type Card = {
  readonly goal: string
  /** The decision, or how the answer begins. */
  readonly answer: string
  readonly verdict: string
  /** The chosen option first. Empty unless a vote had two or three options. */
  readonly sides: readonly CardSide[]
  readonly dissent: readonly string[]
  readonly recommendations: readonly string[]
}

/** What a card is made from: a run, what it decided, and what its answer says. */
export type CardSource = {
  readonly run: Run | null
  readonly verdict: RunVerdict | null
  readonly decision: string | null
  readonly isRehearsal: boolean
  readonly answers: readonly { readonly agent: string; readonly text: string; readonly marks?: readonly ClaimMark[] }[]
}

const MOST = 5
const MOST_SIDES = 3

/** Null while there is no answer. */
export function cardOf(source: CardSource, nameOf: (agent: string) => string): Card | null {
  const { run, verdict, decision, answers, isRehearsal } = source
  const [first] = answers
  if (!run || !verdict || !first) return null
  const report = reportOf(first.text)
  const begins = answers.map(({ agent, text }) =>
    answers.length > 1 ? `${nameOf(agent)}: ${firstSentence(text)}` : firstSentence(report?.answer || text),
  )
  const dissent = (verdict.vote?.dissent ?? []).map(({ agent, option, reason }) =>
    [`${nameOf(agent)}, for ${plainQuote(option)}`, firstSentence(reason)].filter(Boolean).join(': '),
  )
  const recommendations = listedIn(report?.recommendations ?? '')
    .items.slice(0, MOST)
    .map(plainQuote)
  const quoted = decision === null ? begins.map(cleanLine).join('\n') : plainQuote(decision)
  const doubt = doubtIn(
    quoted,
    answers.flatMap(({ marks = [] }) => marks),
  )
  return cleaned({
    goal: run.goal,
    answer: quoted,
    verdict: [...(isRehearsal ? ['Rehearsal'] : []), ...labelledParts(verdict), ...(doubt ? [doubt] : [])].join(' · '),
    sides: sidesOf(run, verdict, nameOf),
    dissent,
    recommendations,
  })
}

/** A card is pasted into terminals and chats: no text on it may do more than be read. */
function cleaned({ goal, answer, verdict, sides, dissent, recommendations }: Card): Card {
  return {
    goal: cleanLine(goal),
    answer: cleanLines(answer).map(cleanLine).join('\n'),
    verdict: cleanLine(verdict),
    sides: sides.map(({ option, voters }) => ({ option: cleanLine(option), voters: voters.map(cleanLine) })),
    dissent: dissent.map(cleanLine),
    recommendations: recommendations.map(cleanLine),
  }
}

function sidesOf(run: Run, { vote }: RunVerdict, nameOf: (agent: string) => string): readonly CardSide[] {
  const { ballots } = modeViewOf(run)
  const sides = (vote?.counts ?? []).map(({ option }) => ({
    option: plainQuote(option),
    voters: ballots.filter((ballot) => ballot.option === option).map(({ voter }) => nameOf(voter)),
  }))
  return sides.length < 2 || sides.length > MOST_SIDES ? [] : sides
}

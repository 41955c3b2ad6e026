import { formText, unreadText } from '../answer/declared.ts'
import type { Decision } from '../state/decision.ts'
import type { Run } from '../state/session.ts'
import { seatName } from '../state/session.ts'
import { USER } from '../team/user-seat.ts'
import { cleanLine } from '../text/clean.ts'
import { letterAt } from '../text/letters.ts'
import { quoted } from '../text/quoted.ts'
import { ruling, voteAnswer } from './answers.ts'
import { type TallyResult, tally } from './tally.ts'

const LONGEST_ARGUMENT = 4_000

/** Asks a member for its argument. Blind: it does not see the other arguments. */
export function deliberateBrief(run: Run, decision: Decision): string {
  return [
    ...aboutOf(run, decision),
    '## What is asked',
    'Argue in one message, in at most 200 words, for the option you hold best: what speaks for it, what speaks against it, what would change your mind. Name your sources. You do not see what the others say, and nobody votes yet.',
  ].join('\n\n')
}

/** Asks a member for its vote, with all arguments but no votes. */
export function voteBrief(run: Run, decision: Decision, again = false): string {
  return [
    ...aboutOf(run, decision),
    ...argumentsOf(run, decision),
    '## What is asked',
    ...(again ? [unreadText(voteAnswer)] : []),
    'Vote now. Your vote is secret until the vote is closed, and it cannot be changed.',
    formText(voteAnswer),
  ].join('\n\n')
}

/** Asks the lead to decide after a tie or a low turnout. Votes are shown without names. */
export function decideBrief(
  run: Run,
  decision: Decision,
  { because, among }: Extract<TallyResult, { how: 'lead' }>,
): string {
  const why = {
    tie: `The vote is a tie between: ${among.join('; ')}. You decide between these.`,
    quorum: `${decision.votes.length} of ${decision.eligible.length} have voted, fewer than half. You decide.`,
  }[because]
  const counts = tally(decision).map(({ option, count }) => `- ${option}: ${count}${reasonsFor(decision, option)}`)
  return [
    ...aboutOf(run, decision),
    ...argumentsOf(run, decision),
    '## Votes',
    counts.join('\n'),
    why,
    '## What is asked',
    ...(decision.unreadRulings > 0 ? [unreadText(ruling)] : []),
    formText(ruling),
  ].join('\n\n')
}

const reasonsFor = ({ votes }: Decision, option: string): string => {
  const reasons = votes.filter((vote) => vote.option === option && vote.reason !== '').map(({ reason }) => reason)
  return reasons.length > 0 ? ` (${reasons.map(cleanLine).join(' / ')})` : ''
}

function aboutOf(run: Run, decision: Decision): readonly string[] {
  const { topic, options, evidence, by } = decision
  const proposed = by === USER ? 'the user' : run.traits.anonymous ? 'a member' : seatName(run, by)
  return [
    `${quoted(topic)}\n\nProposed by ${proposed}.`,
    '## Goal',
    run.goal,
    '## Options',
    options.map((option, index) => `${index + 1}. ${cleanLine(option)}`).join('\n'),
    ...(evidence === '' ? [] : ['## Evidence', quoted(evidence)]),
  ]
}

function argumentsOf(run: Run, decision: Decision): readonly string[] {
  if (decision.arguments.length === 0) return []
  const inSeatOrder = [...decision.arguments].sort(
    (one, other) => decision.eligible.indexOf(one.by) - decision.eligible.indexOf(other.by),
  )
  return [
    '## Deliberation',
    ...inSeatOrder.map(({ by, text }, index) => {
      const author = run.traits.anonymous ? `Member ${letterAt(index)}` : seatName(run, by)
      return `### ${author}\n\n${quoted(text.slice(0, LONGEST_ARGUMENT))}`
    }),
  ]
}

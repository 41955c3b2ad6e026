import type { How } from '../event/decision-facts.ts'
import { type Fact, fact } from '../event/event.ts'
import { isRehearsed } from '../mode/conclude.ts'
import { declaredIn } from '../resolution/declared.ts'
import { dueAt } from '../resolution/read-resolve.ts'
import type { Decision } from '../state/decision.ts'
import { type Run, type Session, seatName } from '../state/session.ts'
import { USER } from '../team/user-seat.ts'
import { countText } from '../text/amounts.ts'
import { adrText, UNDECIDED } from './adr.ts'
import { forecastFacts } from './forecast.ts'
import { forecastLines } from './forecast-text.ts'
import { runRecordOf } from './run-record.ts'
import { resultOf, tally } from './tally.ts'

/** What was decided, by whom, and why. */
export type Ruling = { readonly option: string; readonly how: How; readonly rationale: string }

/** Ends a decision: the fact that modes and people read, and its record as an artifact, except in a rehearsal. */
export function commit(session: Session, run: Run, decision: Decision, ruling: Ruling): readonly Fact[] {
  const { option, how, rationale } = ruling
  const { id, votes, step, by } = decision
  const { forecast } = resultOf(decision, runRecordOf(run, session.tags))
  const counts = countLines(session, run, decision, ruling)
  const adr = isSample(run, how) ? '' : recordOf(session, run, decision, ruling)
  const place = { parent: String(run.number), ...(by !== USER && { agent: by }), ...(step !== null && { step }) }
  const data = {
    decision: id,
    option,
    how,
    votes: Object.fromEntries(tally(decision).map(({ option: one, count }) => [one, count])),
    ...(counts.length > 0 && { counts: [...counts] }),
    ...forecastFacts(forecast, { isShown: isCounted(run, decision, how) }),
    rationale,
    ...reviewOf(session, run, how),
    dissent: votes
      .filter((vote) => vote.option !== option)
      .map(({ voter, option: other, reason }) => ({ voter, option: other, reason })),
    adr,
  }
  const artifact = { id: `${run.number}/decisions/${id}/adr`, kind: 'adr' as const, title: decision.topic, text: adr }
  return [fact('decision.committed', data, place), ...(adr === '' ? [] : [fact('artifact', artifact, place)])]
}

const isCounted = (run: Run, { votes }: Decision, how: How): boolean =>
  votes.length > 0 && how !== 'user' && !isSample(run, how)

/** How likely the result of the votes is right, and how much each vote counted. Empty if the votes did not decide. */
function countLines(session: Session, run: Run, decision: Decision, { option, how }: Ruling): readonly string[] {
  if (!isCounted(run, decision, how) || how === 'lead' || how === 'undecided') return []
  const { forecast } = resultOf(decision, runRecordOf(run, session.tags))
  return forecastLines(forecast, { option, name: (voter) => voterName(run, voter) })
}

/** A rehearsal decides nothing, except what only the user decides. */
export const isSample = (run: Run, how: How): boolean => how !== 'user' && isRehearsed(run)

/** Why the option won: the count and the voters' reasons. */
export function resultReason(run: Run, decision: Decision, { option, how }: Omit<Ruling, 'rationale'>): string {
  const own = decision.votes.filter((vote) => vote.option === option)
  const reasons = own
    .filter(({ reason }) => reason !== '')
    .map(({ voter, reason }) => `${voterName(run, voter)}: ${reason}`)
  const counts = [`${own.length} of ${countText(decision.votes.length, 'vote')}`, ...withoutVote(decision)]
  const weighed = how === 'record' ? ['They weigh more than the others.'] : []
  return [[`${counts.join(', ')}.`, ...weighed].join(' '), ...reasons].join('\n')
}

/** Who could vote and did not: `1 abstained`, `2 did not vote`. */
function withoutVote({ eligible, votes, abstained }: Decision): readonly string[] {
  const silent = eligible.length - votes.length - abstained.length
  return [
    ...(abstained.length > 0 ? [`${abstained.length} abstained`] : []),
    ...(silent > 0 ? [`${silent} did not vote`] : []),
  ]
}

function recordOf(session: Session, run: Run, decision: Decision, ruling: Ruling): string {
  const { option, how, rationale } = ruling
  const { topic, options, evidence, eligible, votes, abstained } = decision
  const isOpen = how === 'undecided'
  const others = options.filter((one) => one !== option)
  return adrText({
    title: topic,
    status: isOpen ? 'open' : 'accepted',
    context: [`Proposed by ${voterName(run, decision.by)} while the team worked on: ${run.goal}`, evidence].join(
      '\n\n',
    ),
    options,
    decision: isOpen ? UNDECIDED : option,
    rationale,
    consequences: isOpen
      ? 'The question is open.'
      : `The team continues with: ${option}. Rejected: ${others.join('; ')}.`,
    participants: eligible.map((voter) => {
      const vote = votes.find((one) => one.voter === voter)
      const { option: chosen = null, reason = '', confidence = null } = vote ?? {}
      return { name: voterName(run, voter), option: chosen, reason, confidence, abstained: abstained.includes(voter) }
    }),
    counts: [
      `Count: ${tally(decision)
        .map(({ option: one, count }) => `${one} ${count}`)
        .join(', ')}`,
      ...countLines(session, run, decision, ruling),
    ],
    date: session.at,
    ...reviewOf(session, run, how),
  })
}

/** When to check how a decision turned out. An open decision has nothing to check. */
export function reviewOf(session: Session, { settings, goal }: Run, how: How): { readonly reviewBy?: number } {
  const after = settings.decisions?.reviewMs
  const declared = how === 'undecided' ? undefined : declaredIn({ settings, goal })
  if (declared) return { reviewBy: dueAt(declared.resolve, session.at) }
  return after === undefined || how === 'undecided' ? {} : { reviewBy: session.at + after }
}

export const voterName = (run: Run, voter: string): string => (voter === USER ? 'the user' : seatName(run, voter))

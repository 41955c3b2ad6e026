import type { Event, EventOf, Facts } from '@convene/domain'
import { sealOf } from './answer-forms.ts'
import type { BookedDecision } from './decision-book.ts'
import type { Ledger } from './ledger.ts'
import type { Rule } from './rule.ts'

/** What must hold for team decisions. */
export const rulesOfDecisions: readonly Rule[] = [
  { invariant: 'a decision is put to a vote once', broken: badProposal },
  { invariant: 'a vote counts once', broken: badVote },
  { invariant: 'a decision is what the votes say', broken: badCommit },
  { invariant: 'an agent is asked in an open decision', broken: badAsk },
  { invariant: 'a final position shows no ballot', broken: badPosition },
]

function badProposal({ decisions, tasks }: Ledger, event: Event): string | undefined {
  if (event.type !== 'decision.proposed') return undefined
  const { decision, options, call } = event.data
  if (decisions.open.has(decision) || decisions.committed.has(decision)) return `${decision} is proposed again`
  if (new Set(options).size < 2) return `${decision} has the options ${options}`
  if (call !== undefined && tasks.callOf(event.task, call)?.tool !== 'decide') return `${decision} has no call`
  return undefined
}

function badVote({ decisions }: Ledger, event: Event): string | undefined {
  if (event.type !== 'decision.voted' || decisions.isOfMode(event.data.decision)) return undefined
  const { decision, voter, option, abstains } = event.data
  const known = decisions.open.get(decision)
  if (!known) return `${voter} votes in ${decision}, which is not open`
  const { eligible, options } = known.proposed.data
  if (!eligible.includes(voter)) return `${voter} has no vote in ${decision}`
  if (known.votes.some(({ data }) => data.voter === voter)) return `${voter} votes twice in ${decision}`
  return abstains || options.includes(option) ? undefined : `${voter} votes for ${option} in ${decision}`
}

function badCommit({ decisions }: Ledger, event: Event): string | undefined {
  if (event.type !== 'decision.committed' || decisions.isOfMode(event.data.decision)) return undefined
  const known = decisions.open.get(event.data.decision)
  if (!known) return `${event.data.decision} is committed, and is not open`
  return badCount(known, event) ?? badWinner(known, event)
}

/** Votes for an option: an abstention counts as present, but for nothing. */
const castIn = ({ votes }: BookedDecision) => votes.filter(({ data }) => !data.abstains)

function badCount(known: BookedDecision, { data }: EventOf<'decision.committed'>): string | undefined {
  const votes = castIn(known)
  const counted = Object.values(data.votes).reduce((sum, count) => sum + count, 0)
  if (counted !== votes.length) return `${data.decision} counts ${counted} of ${votes.length} votes`
  const against = votes.filter((vote) => vote.data.option !== data.option).map((vote) => vote.data.voter)
  return `${data.dissent.map(({ voter }) => voter)}` === `${against}` ? undefined : `${data.decision} loses a dissent`
}

function badWinner(known: BookedDecision, { data }: EventOf<'decision.committed'>): string | undefined {
  const { options, eligible } = known.proposed.data
  const votes = castIn(known)
  const isQuorate = votes.length > 0 && known.votes.length * 2 >= eligible.length
  const winners = isQuorate ? heaviest(known, data.weights) : []
  const wins = `${data.decision} had a winner`
  if (data.how === 'undecided') return winners.length === 1 ? `${wins}, and was left open` : undefined
  if (!options.includes(data.option)) return `${data.option} was no option of ${data.decision}`
  if (data.how === 'lead') return winners.length === 1 ? `${wins}, and the lead decided` : undefined
  const count = (option: string) => votes.filter((vote) => vote.data.option === option).length
  const isMost = options.every((option) => option === data.option || count(option) < count(data.option))
  const isRight = winners.length === 1 && winners[0] === data.option && (data.how === 'majority') === isMost
  return isRight || data.how === 'user'
    ? undefined
    : `${data.decision} went to ${data.option} with ${count(data.option)} of ${votes.length} votes`
}

const ROUNDING = 1e-6

/** The options whose votes weigh most. Nothing was resolved before, so no option is more likely than another. */
function heaviest(known: BookedDecision, weights: Facts['decision.committed']['weights'] = []): readonly string[] {
  const votes = castIn(known)
  const sums = new Map<string, number>()
  for (const [place, { data }] of votes.entries())
    sums.set(data.option, (sums.get(data.option) ?? 0) + (weights[place]?.weight ?? 0))
  const most = Math.max(...sums.values())
  return [...sums].filter(([, sum]) => sum >= most - ROUNDING).map(([option]) => option)
}

function badPosition(_ledger: Ledger, event: Event): string | undefined {
  if (event.type !== 'message' || event.data.kind !== 'final_position') return undefined
  const { author, text } = event.data
  return text.includes(sealOf(author)) ? `${author} shows its ballot: ${text}` : undefined
}

function badAsk({ decisions }: Ledger, event: Event): string | undefined {
  if (event.type !== 'task.assigned' || event.data.decision === undefined) return undefined
  const { decision, kind, to } = event.data
  const known = decisions.open.get(decision)
  if (!known) return `${event.task} belongs to ${decision}, which is not open`
  const isVoter = known.proposed.data.eligible.includes(to)
  return kind === 'decide' || isVoter ? undefined : `${to} is asked to ${kind}, and has no vote`
}

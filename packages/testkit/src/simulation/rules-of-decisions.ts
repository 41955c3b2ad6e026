import type { Event, EventOf } from '@convene/domain'
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
  if (data.how === 'undecided') return hasWinner(known) ? `${data.decision} had a winner, and was left open` : undefined
  if (!options.includes(data.option)) return `${data.option} was no option of ${data.decision}`
  const count = (option: string) => votes.filter((vote) => vote.data.option === option).length
  const own = count(data.option)
  const enough = votes.length > 0 && known.votes.length * 2 >= eligible.length
  const alone = options.every((option) => option === data.option || count(option) < own)
  if (data.how === 'lead') return enough && alone ? `${data.decision} had a winner, and the lead decided` : undefined
  return enough && alone ? undefined : `${data.decision} went to ${data.option} with ${own} of ${votes.length} votes`
}

function hasWinner(known: BookedDecision): boolean {
  const { options, eligible } = known.proposed.data
  const counts = options.map((option) => castIn(known).filter(({ data }) => data.option === option).length)
  const most = Math.max(...counts)
  return known.votes.length * 2 >= eligible.length && most > 0 && counts.filter((count) => count === most).length === 1
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

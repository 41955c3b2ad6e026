import type { How } from '../event/decision-facts.ts'
import type { CallId, TaskId } from '../shared/ids.ts'
import { USER } from '../team/user-seat.ts'

/** Warnings about answers that could not be read; `details` is the decision. */
export const VOTE_UNREAD = 'vote_unread'
export const RULING_UNREAD = 'ruling_unread'

export type Vote = {
  readonly voter: string
  readonly option: string
  readonly reason: string
  readonly confidence: number | null
  /** Missing for the user, and in older logs. */
  readonly model?: string
}

export type Commitment = {
  /** Empty if nothing was decided. */
  readonly option: string
  readonly how: How
  readonly rationale: string
  readonly adr: string
}

/**
 * Something a team decides together: each eligible member argues once, blind; then all vote, in secret; the most votes
 * win. Kept after its end, so that a mode can read what came out.
 */
export type Decision = {
  readonly id: string
  readonly topic: string
  readonly options: readonly string[]
  readonly evidence: string
  /** Slugs, and `user` if the user has a seat. */
  readonly eligible: readonly string[]
  readonly by: string
  readonly step: string | null
  /** The call that waits for the outcome. */
  readonly call: { readonly task: TaskId; readonly call: CallId } | null
  readonly since: number
  /** When the vote ends at the latest; moved by a pause and by a sleep of the machine. */
  readonly closesAt: number | null
  readonly pausedAt: number | null
  readonly stage: 'deliberating' | 'voting' | 'deciding' | 'committed'
  /** Who was asked to argue, and who to vote, once for each time. Who gave no answer is not asked again. */
  readonly heard: readonly string[]
  readonly polled: readonly string[]
  readonly arguments: readonly { readonly by: string; readonly text: string }[]
  /** In the order in which they came in. Secret until the decision is committed: see `redactVotes`. */
  readonly votes: readonly Vote[]
  /** Who has voted for nothing on purpose. */
  readonly abstained: readonly string[]
  /** Whose vote could not be read, once for each time. */
  readonly unread: readonly string[]
  /** How often who decides was asked, and how often its answer could not be read. */
  readonly rulings: number
  readonly unreadRulings: number
  readonly committed: Commitment | null
  /** The question to the user if nobody could decide, and the answer; null while it is awaited. */
  readonly referred?: { readonly question: string; readonly answer: string | null }
}

export type Decisions = { readonly [id: string]: Decision }

export const isUndecided = ({ stage }: Decision): boolean => stage !== 'committed'

/** An abstention is a vote too. */
export const hasVoted = ({ votes, abstained }: Decision, voter: string): boolean =>
  abstained.includes(voter) || votes.some((vote) => vote.voter === voter)

/** What came out, in a few words. */
export const outcomeText = ({ option, how }: Pick<Commitment, 'option' | 'how'>): string =>
  how === 'undecided' ? 'undecided' : `${option} (${how})`

/** Every agent has argued; the user has a seat and has not voted. Until then the run does not wait for the vote. */
export const waitsForUser = (decision: Decision): boolean =>
  decision.stage === 'voting' && decision.eligible.includes(USER) && !hasVoted(decision, USER)

/** Whether a vote of this voter would count now. */
export const mayVote = (decision: Decision, voter: string): boolean =>
  (decision.stage === 'deliberating' || decision.stage === 'voting') &&
  decision.eligible.includes(voter) &&
  !hasVoted(decision, voter)

/** The user has a seat and can vote, also while agents still argue. */
export const asksUser = (decision: Decision): boolean => mayVote(decision, USER)

/** Own keys only: `constructor` is not a decision. */
export const decisionBy = (decisions: Decisions, id: string): Decision | undefined =>
  Object.hasOwn(decisions, id) ? decisions[id] : undefined

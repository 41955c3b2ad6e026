import type { How } from '../event/decision-facts.ts'
import type { CallId, TaskId } from '../shared/ids.ts'
import { USER } from '../team/user-seat.ts'

/** Warnings about unreadable answers. `details` is the decision. */
export const VOTE_UNREAD = 'vote_unread'
export const RULING_UNREAD = 'ruling_unread'

export type Vote = {
  readonly voter: string
  readonly option: string
  readonly reason: string
  readonly confidence: number | null
  /** Missing for the user. */
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
 * Something a team decides together: each eligible member argues once, blind, then all vote in secret, and the most
 * votes win. It is kept after its end so that a mode can read the result.
 */
export type Decision = {
  readonly id: string
  readonly topic: string
  readonly options: readonly string[]
  readonly evidence: string
  /** Slugs, and `user` if the user has a seat. */
  readonly eligible: readonly string[]
  /** Who may not decide it either, if the votes do not. */
  readonly barred?: readonly string[]
  readonly by: string
  readonly step: string | null
  /** The call waiting for the outcome. */
  readonly call: { readonly task: TaskId; readonly call: CallId } | null
  readonly since: number
  /** When the vote ends at the latest. Pauses and sleep of the machine move it. */
  readonly closesAt: number | null
  readonly pausedAt: number | null
  readonly stage: 'deliberating' | 'voting' | 'deciding' | 'committed'
  /** Who was asked to argue, and who to vote, one entry per time. Someone who did not answer is not asked again. */
  readonly heard: readonly string[]
  readonly polled: readonly string[]
  readonly arguments: readonly { readonly by: string; readonly text: string }[]
  /** In order of arrival. Secret until the decision is committed: see `redactVotes`. */
  readonly votes: readonly Vote[]
  /** Who deliberately voted for nothing. */
  readonly abstained: readonly string[]
  /** Whose vote was unreadable, one entry per time. */
  readonly unread: readonly string[]
  /** How often a ruling was requested, and how often it was unreadable. */
  readonly rulings: number
  readonly unreadRulings: number
  readonly committed: Commitment | null
  /** The question to the user if nobody could decide, and the answer. Null while it is pending. */
  readonly referred?: { readonly question: string; readonly answer: string | null }
}

export type Decisions = { readonly [id: string]: Decision }

export const isUndecided = ({ stage }: Decision): boolean => stage !== 'committed'

/** An abstention is a vote too. */
export const hasVoted = ({ votes, abstained }: Decision, voter: string): boolean =>
  abstained.includes(voter) || votes.some((vote) => vote.voter === voter)

/** The result in a few words. */
export const outcomeText = ({ option, how }: Pick<Commitment, 'option' | 'how'>): string =>
  how === 'undecided' ? 'undecided' : `${option} (${how})`

/** Every agent has argued, and the user has a seat but has not voted. Until then the run does not wait for the vote. */
export const waitsForUser = (decision: Decision): boolean =>
  decision.stage === 'voting' && decision.eligible.includes(USER) && !hasVoted(decision, USER)

/** Whether this voter's vote would count now. */
export const mayVote = (decision: Decision, voter: string): boolean =>
  (decision.stage === 'deliberating' || decision.stage === 'voting') &&
  decision.eligible.includes(voter) &&
  !hasVoted(decision, voter)

/** The user has a seat and can vote, even while agents still argue. */
export const asksUser = (decision: Decision): boolean => mayVote(decision, USER)

/** Own keys only: `constructor` is not a decision. */
export const decisionBy = (decisions: Decisions, id: string): Decision | undefined =>
  Object.hasOwn(decisions, id) ? decisions[id] : undefined

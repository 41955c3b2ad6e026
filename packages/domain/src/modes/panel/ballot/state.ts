import type { How } from '../../../event/decision-facts.ts'
import type { Chance } from '../../../mode/view.ts'
import type { Run, Session } from '../../../state/session.ts'
import type { DebateRooms } from '../debate/state.ts'

export type CastBallot = {
  readonly voter: string
  readonly option: string
  readonly confidence: number | null
  readonly reason: string
  readonly veto: string
  /** The model that cast it. Empty in logs that do not say. */
  readonly model: string
}

/** A decision as in its event. Includes counts and dissent, since a live follower never sees the ballots. */
export type CommittedBallots = {
  readonly option: string
  readonly how: How
  readonly votes?: { readonly [option: string]: number }
  readonly dissent?: readonly { readonly voter: string; readonly option: string; readonly reason: string }[]
  readonly chance?: Chance
}

/** Who voted for what, from the end of the debate to the decision. */
export type BallotState = {
  /** How often the debate has ended, and why it did so last. */
  readonly closings: number
  readonly why: string
  /** The decision that the open ballot belongs to, and who may vote. */
  readonly decision: string | null
  readonly eligible: readonly string[]
  /** How many ballots were asked for, the open tasks, and whose ballot a limit cut off before its first word. */
  readonly ballotsAsked: number
  readonly called: readonly string[]
  readonly cut: readonly string[]
  readonly ballots: readonly CastBallot[]
  /** Who deliberately voted for nothing. */
  readonly abstained: readonly string[]
  readonly published: boolean
  /** A panelist asked in its final position to continue the debate. */
  readonly reopens: boolean
  /** How often the Head was asked to decide, how often its ruling was unreadable, and the ruling itself. */
  readonly rulingsAsked: number
  readonly unreadRulings: number
  readonly casting: { readonly option: string; readonly reason: string } | null
  /** The committed decision. It is not recomputed: a later version may count differently. */
  readonly committed: CommittedBallots | null
}

export const blankBallot: BallotState = {
  closings: 0,
  why: '',
  decision: null,
  eligible: [],
  ballotsAsked: 0,
  called: [],
  cut: [],
  ballots: [],
  abstained: [],
  published: false,
  reopens: false,
  rulingsAsked: 0,
  unreadRulings: 0,
  casting: null,
  committed: null,
}

/** The rooms that the ballot knows: its own, and those before it. */
export type BallotRooms = DebateRooms & { readonly ballot: BallotState }
export type BallotContext = { readonly session: Session; readonly run: Run; readonly panel: BallotRooms }

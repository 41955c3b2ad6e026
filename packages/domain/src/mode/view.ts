import type { Seen } from '../check/proof.ts'
import type { Basis, Forecast, How } from '../event/decision-facts.ts'
import type { Pooled } from '../event/estimate-facts.ts'
import type { Facts } from '../event/facts.ts'
import type { CommonPoint } from '../event/opinion-facts.ts'
import type { PlanStep, StepState } from '../event/step.ts'
import type { Run } from '../state/session.ts'

/** A step of a plan and how far it is. */
export type StepView = PlanStep & {
  readonly state: StepState
  readonly reason: string
  readonly attempt: number
  /** Accepted although its last review sent it back. */
  readonly against: boolean
  /** What Convene saw of each of its checks. */
  readonly seen: readonly Seen[]
  /** Its owner has reported it as done. Its checks and its review come after that. */
  readonly reported: boolean
  /** Its last review: whose it is, and its message. */
  readonly reviewer?: string
  readonly remark: string | null
}

/** Work in steps with owners, as drafted until it is committed. */
export type PlanView = { readonly version: number; readonly committed: boolean; readonly steps: readonly StepView[] }

/** Something to choose from, and the messages whose authors meant it before it was written down. */
export type OptionView = { readonly text: string; readonly covers: readonly string[] }

/** What somebody held at one point of a debate. */
export type PositionView = {
  readonly agent: string
  readonly round: number
  readonly position: string
  readonly confidence: number | null
  /** The place of its option. Null if it abstains, or if there is no such option. */
  readonly choice: number | null
  readonly probabilities: { readonly [letter: string]: number } | null
  readonly abstains: boolean
  readonly changed: boolean
  readonly because: string
  /** Why its holder chose it. */
  readonly reason: string
  /** It gave in without a reason. */
  readonly flagged: boolean
  readonly message: string | null
  /** Stated before its holder had heard anyone. */
  readonly blind: boolean
}

/** A debate while it lasts: who has spoken in this round, and what moved. */
export type DebateView = {
  readonly round: number
  readonly speakers: { readonly [agent: string]: 'speaking' | 'spoken' | 'stopped' | 'waiting' }
  /** How many have changed their mind in this round. */
  readonly moved: number
  /** Somebody asked to continue. */
  readonly wantsMore: boolean
  readonly isOver: boolean
}

export type BallotView = {
  readonly voter: string
  readonly option: string
  readonly confidence: number | null
  readonly reason: string
  readonly veto: string
  readonly model: string
}

/** How many votes an option has, and how many it had before a debate. None if there was no debate. */
export type OptionVotes = { readonly option: string; readonly votes: number; readonly blind: number }

/** A vote against the decision, with the voter's newest message to cite. */
export type Dissent = {
  readonly agent: string
  readonly option: string
  readonly confidence: number | null
  readonly reason: string
  readonly message: string | null
}

/** One way of counting: points per option, in the order of the options. */
export type OptionPoints = readonly { readonly option: string; readonly points: number }[]

/** The result of the ballot, along with the first round's blind vote and all votes of all rounds combined. */
export type Tally = {
  readonly majority: OptionPoints
  /** Null if everybody spoke only once and these votes are the ballots. */
  readonly blind: OptionPoints | null
  /** Null if everybody stated a position only once. */
  readonly pooled: OptionPoints | null
  /** Null if the ballots do not decide, or in a rehearsal. */
  readonly winner: string | null
  readonly how: 'majority' | 'record' | 'tie' | 'quorum'
  /** The options the Head chooses from, if the ballots do not decide. */
  readonly among: readonly string[]
  readonly forecast: Forecast
  /** The answer of the seat with the best record on its own. Null without a record. */
  readonly best: { readonly voter: string; readonly option: string; readonly accuracy: number } | null
}

/** The probability that a decision is right, from 0 to 1, what it is based on, and whether another option is close. */
export type Chance = { readonly right: number; readonly basis: Basis; readonly isClose: boolean }

/** The result of a vote that the whole run was about. */
export type VoteView = {
  /** Null if it was left open. */
  readonly option: string | null
  readonly how: How | null
  /** The votes did not decide, so the Head did. */
  readonly byHead: boolean
  /** The chosen option first, then by votes. Options nobody ever held are left out. */
  readonly counts: readonly OptionVotes[]
  /** How many could vote. Fewer votes than that are not called unanimous. */
  readonly voters: number
  /** Null if the votes did not decide. */
  readonly chance: Chance | null
  /** Who voted differently than in the blind round. */
  readonly changed: readonly string[]
  readonly dissent: readonly Dissent[]
}

export type ScoreView = Pick<Facts['evaluation'], 'iteration' | 'score' | 'rationale' | 'trend'>

/** How far a run is, in the units its mode counts. */
export type ProgressView = {
  /** The current iteration of a loop, and the maximum. */
  readonly iteration: { readonly now: number; readonly of: number } | null
  /** The turns taken, and the maximum: null while unknown. */
  readonly turns: { readonly taken: number; readonly most: number | null }
  /** Null if it has no rounds, or is past them. */
  readonly round: number | null
  /** Whether this says anything now: before the first turn and after a debate, turns mean nothing. */
  readonly isShown: boolean
}

/** What a mode's runs can show, apart from what every run shows. */
export type ViewPart = 'positions' | 'plan' | 'decisions'

/**
 * What a run shows about itself, the same on every surface. Surfaces render this and know nothing about modes: a mode
 * that fills a part appears wherever that part does.
 */
export type ModeView = {
  readonly progress: ProgressView
  readonly plan: PlanView | null
  readonly options: readonly OptionView[]
  readonly positions: readonly PositionView[]
  readonly debate: DebateView | null
  /** What is debated or decided, in its final wording. */
  readonly topic: string
  /** The decision that the run's own vote is recorded as. */
  readonly ballot: string | null
  /** Ballots repeat what positions said, so that their reasons are already known. */
  readonly ballotsRepeat: boolean
  /** Only after the end: until then, votes are secret. */
  readonly vote: VoteView | null
  readonly ballots: readonly BallotView[]
  /** Null as long as there is nothing to count. */
  readonly tally: Tally | null
  /** What was estimated. Only after the end: until then, the answers are sealed. */
  readonly estimate: Pooled | null
  readonly scores: readonly ScoreView[]
  /** What independent answers have in common. Null until they are compared. */
  readonly points: readonly CommonPoint[] | null
  /** False until the run knows how it works: its limits may still change with that. */
  readonly limitsAreFinal: boolean
  /** The parts this run will fill, even if they are still empty. */
  readonly expects: readonly ViewPart[]
}

const nothing = {
  plan: null,
  options: [],
  positions: [],
  debate: null,
  topic: '',
  ballot: null,
  ballotsRepeat: false,
  vote: null,
  ballots: [],
  tally: null,
  estimate: null,
  scores: [],
  points: null,
  limitsAreFinal: true,
  expects: [],
} as const

/** What every run shows: the turns it has taken. */
export const plainView = (run: Pick<Run, 'turns' | 'limits'>): ModeView => ({
  ...nothing,
  progress: {
    iteration: null,
    turns: { taken: run.turns, most: run.limits.maxTurns },
    round: null,
    isShown: run.turns > 0,
  },
})

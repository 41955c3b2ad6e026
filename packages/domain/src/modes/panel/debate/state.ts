import type { Facts } from '../../../event/facts.ts'
import type { MessageId } from '../../../shared/ids.ts'
import type { Run, Session } from '../../../state/session.ts'
import type { ExperimentState } from '../experiment/state.ts'
import type { OpeningRooms } from '../opening/state.ts'

/** One panelist's contribution, from the ask to its outcome. */
export type Turn = {
  readonly turn: number
  readonly round: number
  readonly agent: string
  /** `redirected`: it is asked once more. In the last three states the turn is used up. */
  readonly state: 'speaking' | 'redirected' | 'speaking again' | 'approved' | 'blocked' | 'failed'
  readonly message: MessageId | null
  /** Whether it gave a POSITION line, and whether it changed its mind. */
  readonly stated: boolean
  readonly changed: boolean
  /** It asked the panel not to close yet. */
  readonly more: boolean
  /** A hash of its words. Null until it says something. */
  readonly said: string | null
  /** It said nothing new: nothing at all, or only what its author had said before. */
  readonly stale: boolean
  /** Its calls led nowhere and were ended: its author's next turn is without tools. */
  readonly stuck: boolean
  readonly ms: number
}

/** Where a panelist that changed its mind moved: to the majority view, to a minority view, or to something new. */
export type Move = 'majority' | 'minority' | 'new'

/**
 * How well a change of mind is justified: `new` cites something another panelist said since one's last turn, `evidence`
 * names something without citing it. The others do not justify a move: the message is old, one's own, or missing.
 */
export type Grounds = 'new' | 'evidence' | 'known' | 'own' | 'unknown' | 'none'

/** A line of the position ledger. */
export type Held = {
  readonly agent: string
  readonly round: number
  readonly position: string
  readonly confidence: number | null
  readonly changed: boolean
  readonly because: string
  readonly flagged: boolean
  readonly message: MessageId | null
  /** The letter of its option. Null while positions are free text. */
  readonly option: string | null
  /** The holder's probability for each option, by letter, adding up to 100. Null if unreadable. */
  readonly probabilities: { readonly [letter: string]: number } | null
  readonly abstains: boolean
  readonly move: Move | null
  readonly grounds: Grounds | null
  /** The reason for this choice, and the reason for a veto. */
  readonly reason: string
  readonly veto: string
}

/** An option on the ballot, with the first positions it covers: the votes before anyone had heard the others. */
export type ClusteredOption = { readonly text: string; readonly covers: readonly MessageId[] }

/** Something a rule blocked, sent back or ended. */
export type Violation = {
  readonly action: 'blocked' | 'redirected' | 'passed_over' | 'force_converge'
  readonly rule: string
  readonly reason: string
  readonly agent: string
}

/** What the first panelists' answers led to. */
export type Escalation = Facts['escalation']

/** An open contribution: the length of its last reply, and how many calls it has requested. */
export type TurnCost = { readonly output: number | null; readonly calls: number }

/** What is said and held, from the first blind turn to the end of the debate. */
export type DebateState = {
  readonly turns: readonly Turn[]
  readonly saying: { readonly [task: string]: TurnCost }
  /** Who is no longer asked until the user speaks: they had nothing new to say. They still vote. */
  readonly passedOver: readonly string[]
  readonly board: readonly { readonly id: MessageId; readonly by: string }[]
  /** How much of the board is in each agent's conversation. Missing: its conversation is empty. */
  readonly seen: { readonly [agent: string]: number }
  readonly window: { readonly start: number; readonly summary: string; readonly steps: number }
  readonly ledger: readonly Held[]
  readonly options: readonly ClusteredOption[]
  /** How often the Head was asked which positions mean the same, since the debate or the ballot began. */
  readonly optionsAsked: number
  /** Whose vote was unreadable, and who was asked once more. */
  readonly unreadVotes: readonly string[]
  readonly revoted: readonly string[]
  /** What the first panelists' answers led to, if not all were asked at once. */
  readonly escalation?: Escalation
  /** What a split panel looks at, once somebody was asked for a proposal. */
  readonly experiment?: ExperimentState
  /** The newest speaker named by the Moderator, and the turn it was asked about. */
  readonly picked: string | null
  readonly pickedFor: number
  /** The number of turns when the Moderator was last asked whether it has converged. */
  readonly checkedAt: number
  readonly verdict: string | null
  /** The checks with an unreadable answer, by task, until they are repeated. */
  readonly unreadChecks?: readonly string[]
  readonly notes: { readonly [agent: string]: readonly string[] }
  readonly violations: readonly Violation[]
  /** The number of turns when the debate was last resumed. */
  readonly resumedAt: number
}

export const blankDebate: DebateState = {
  turns: [],
  saying: {},
  passedOver: [],
  board: [],
  seen: {},
  window: { start: 0, summary: '', steps: 0 },
  ledger: [],
  options: [],
  optionsAsked: 0,
  unreadVotes: [],
  revoted: [],
  picked: null,
  pickedFor: 0,
  checkedAt: 0,
  verdict: null,
  notes: {},
  violations: [],
  resumedAt: 0,
}

/** The rooms that the debate knows: its own, and the one before it. */
export type DebateRooms = OpeningRooms & { readonly debate: DebateState }
export type DebateContext = { readonly session: Session; readonly run: Run; readonly panel: DebateRooms }

const usedUp: readonly Turn['state'][] = ['approved', 'blocked', 'failed']

/** Whether a turn is over, however it ended. */
export const isTaken = ({ state }: Turn): boolean => usedUp.includes(state)

/** How many turns have been taken: approved, blocked and failed ones alike. */
export const turnsTaken = ({ debate: { turns } }: Pick<DebateRooms, 'debate'>): number => turns.filter(isTaken).length

/** The newest position of each panelist that has stated one, in seat order. */
export function held({ run, panel }: Pick<DebateContext, 'run' | 'panel'>): readonly Held[] {
  const { ledger } = panel.debate
  return run.team.members.flatMap(({ slug }) => ledger.findLast(({ agent }) => agent === slug) ?? [])
}

/** The number of turns at which a limit ends the panel. Null if its protocol ends earlier. */
export function turnLimit({ run, panel }: Pick<DebateContext, 'run' | 'panel'>): number | null {
  const { maxTurns, rounds } = panel.opening
  const isEnough = rounds !== null && maxTurns !== null && maxTurns >= rounds * run.team.members.length
  return isEnough ? null : maxTurns
}

/** A few panelists decided, and the others were not asked. */
export const endedEarly = ({ debate: { escalation } }: Pick<DebateRooms, 'debate'>): boolean =>
  escalation !== undefined && escalation.stage !== 'panel'

/** The same rooms with other options: as they will be once the facts under way are recorded. */
export const withOptions = <Rooms extends DebateRooms>(panel: Rooms, options: readonly ClusteredOption[]): Rooms => ({
  ...panel,
  debate: { ...panel.debate, options },
})

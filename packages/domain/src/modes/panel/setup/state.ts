import type { RunRecord } from '../../../decision/run-record.ts'
import type { How } from '../../../event/decision-facts.ts'
import type { Facts } from '../../../event/facts.ts'
import type { MessageId } from '../../../shared/ids.ts'
import type { Run, Session } from '../../../state/session.ts'

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

/** How a panel works: a decision between answers, or a moderated discussion. */
export type ProtocolName = 'decide' | 'discuss'

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
export type Option = { readonly text: string; readonly covers: readonly MessageId[] }

export type Ballot = {
  readonly voter: string
  readonly option: string
  readonly confidence: number | null
  readonly reason: string
  readonly veto: string
  /** The model that cast it. Empty in logs that do not say. */
  readonly model: string
}

/** Who is asked first, and the result. */
export type First = NonNullable<Facts['protocol.chosen']['first']>
export type Escalation = Facts['escalation']

/** Something a rule blocked, sent back or ended. */
export type Violation = {
  readonly action: 'blocked' | 'redirected' | 'passed_over' | 'force_converge'
  readonly rule: string
  readonly reason: string
  readonly agent: string
}

/** An open task of the panel: what was asked, the length of its last reply, how many calls it has requested. */
export type Saying = { readonly heading: string; readonly output: number | null; readonly calls: number }

/** A decision as in its event. Includes counts and dissent, since a live follower never sees the ballots. */
export type Committed = {
  readonly option: string
  readonly how: How
  readonly votes?: { readonly [option: string]: number }
  readonly dissent?: readonly { readonly voter: string; readonly option: string; readonly reason: string }[]
  readonly probability?: number
}

/** The panel's own state, in addition to the session's. */
export type Panel = {
  readonly clarified: number
  readonly questions: readonly { readonly id: string; readonly question: string; readonly answer: string | null }[]
  readonly drafts: number
  readonly topic: string
  /** Null until the topic is written, and in logs from before there were two. */
  readonly protocol: ProtocolName | null
  /** A discussion without a choice: it ends in findings, and nobody votes. */
  readonly findings?: true
  /** The maximum rounds of a decision. Null in a discussion, which counts turns. */
  readonly rounds: number | null
  /** Absent if everyone is asked at once. */
  readonly first?: First
  readonly escalation?: Escalation
  readonly gate: { readonly id: string; readonly answer: string; readonly text: string } | null
  /** Set when the depth is known. */
  readonly maxTurns: number | null
  readonly turns: readonly Turn[]
  /** Who is no longer asked until the user speaks: they had nothing new to say. They still vote. */
  readonly passedOver: readonly string[]
  /** The newest speaker named by the Moderator, and the turn it was asked about. */
  readonly picked: string | null
  readonly pickedFor: number
  /** The number of turns when the Moderator was last asked whether it has converged. */
  readonly checkedAt: number
  readonly verdict: string | null
  /** The debate's checks with an unreadable answer, by task, until they are repeated. */
  readonly unreadChecks?: readonly string[]
  readonly notes: { readonly [agent: string]: readonly string[] }
  readonly ledger: readonly Held[]
  readonly board: readonly { readonly id: MessageId; readonly by: string }[]
  /** How much of the board is in each agent's conversation. Missing: its conversation is empty. */
  readonly seen: { readonly [agent: string]: number }
  readonly window: { readonly start: number; readonly summary: string; readonly steps: number }
  readonly saying: { readonly [task: string]: Saying }
  readonly violations: readonly Violation[]
  /** How often it has begun to converge, and why it did so last. */
  readonly closings: number
  readonly why: string
  /** How often each heading was asked, which keeps attempts from repeating forever. */
  readonly tried: { readonly [heading: string]: number }
  /** Whose ballot a limit cut off before its first word. */
  readonly cut: readonly string[]
  /** The name of the open ballot, and the number of turns when the debate was last resumed. */
  readonly ballot: string | null
  readonly resumedAt: number
  readonly options: readonly Option[]
  /** Who may vote. */
  readonly eligible: readonly string[]
  readonly ballots: readonly Ballot[]
  /** Who deliberately voted for nothing. */
  readonly abstained: readonly string[]
  /** Whose ballot was unreadable, and who was asked once more. */
  readonly unreadBallots: readonly string[]
  readonly revoted: readonly string[]
  readonly published: boolean
  /** A panelist asked in its final position to continue the debate. */
  readonly reopens: boolean
  /** How often the Head's ruling was unreadable, and the ruling itself, if the ballots did not decide. */
  readonly unreadRulings: number
  readonly casting: { readonly option: string; readonly reason: string } | null
  /** The committed decision. It is not recomputed: a later version may count differently. */
  readonly committed: Committed | null
  readonly draft: string
  readonly unknown: readonly string[]
  /** Sections missing from its draft. */
  readonly missing: readonly string[]
  readonly report: MessageId | null
  readonly headFailed: { readonly code: string; readonly message: string } | null
  readonly over: boolean
  /** In a rehearsal, ballots are samples and no option wins. */
  readonly rehearsal?: boolean
  /** What resolved decisions say about the voters. */
  readonly known?: RunRecord
  /** What topic records go by: the session's tags, else the Head's word. */
  readonly tags?: readonly string[]
  readonly field?: string
}

export const blank: Panel = {
  clarified: 0,
  questions: [],
  drafts: 0,
  topic: '',
  protocol: null,
  rounds: null,
  gate: null,
  maxTurns: null,
  turns: [],
  passedOver: [],
  picked: null,
  pickedFor: 0,
  checkedAt: 0,
  verdict: null,
  notes: {},
  ledger: [],
  board: [],
  seen: {},
  window: { start: 0, summary: '', steps: 0 },
  saying: {},
  violations: [],
  closings: 0,
  why: '',
  tried: {},
  cut: [],
  ballot: null,
  resumedAt: 0,
  options: [],
  eligible: [],
  ballots: [],
  abstained: [],
  unreadBallots: [],
  revoted: [],
  published: false,
  reopens: false,
  unreadRulings: 0,
  casting: null,
  committed: null,
  draft: '',
  unknown: [],
  missing: [],
  report: null,
  headFailed: null,
  over: false,
}

/** A panel in its session, as passed to every rule. */
export type PanelContext = { readonly session: Session; readonly run: Run; readonly panel: Panel }

const usedUp: readonly Turn['state'][] = ['approved', 'blocked', 'failed']

/** Whether a turn is over, however it ended. */
export const isTaken = ({ state }: Turn): boolean => usedUp.includes(state)

/** How many turns have been taken: approved, blocked and failed ones alike. */
export const turnsTaken = ({ turns }: Panel): number => turns.filter(isTaken).length

/** The newest position of each panelist that has stated one, in seat order. */
export function held({ run, panel }: Pick<PanelContext, 'run' | 'panel'>): readonly Held[] {
  return run.team.members.flatMap(({ slug }) => panel.ledger.findLast(({ agent }) => agent === slug) ?? [])
}

/** The number of turns at which a limit ends the panel. Null if its protocol ends earlier. */
export function turnLimit({ run, panel }: Pick<PanelContext, 'run' | 'panel'>): number | null {
  const { maxTurns, rounds } = panel
  const isEnough = rounds !== null && maxTurns !== null && maxTurns >= rounds * run.team.members.length
  return isEnough ? null : maxTurns
}

/** A few panelists decided, and the others were not asked. */
export const endedEarly = ({ escalation }: Panel): boolean => escalation !== undefined && escalation.stage !== 'panel'

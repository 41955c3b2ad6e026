import type { RunRecord } from '../../../decision/run-record.ts'
import type { Run, Session } from '../../../state/session.ts'
import type { First } from '../setup/first-asked.ts'
import type { ProtocolName } from '../setup/protocol-name.ts'

/** What is settled before the debate: what the Head knows, the topic, and how the panel will work. */
export type OpeningState = {
  /** How often the Head was asked for questions, and how often it answered. */
  readonly asked: number
  readonly clarified: number
  readonly questions: readonly { readonly id: string; readonly question: string; readonly answer: string | null }[]
  readonly drafts: number
  readonly topic: string
  readonly gate: { readonly id: string; readonly answer: string; readonly text: string } | null
  /** Null until the topic is written, and in logs from before there were two. */
  readonly protocol: ProtocolName | null
  /** The maximum rounds of a decision. Null in a discussion, which counts turns. */
  readonly rounds: number | null
  /** A discussion without a choice: it ends in findings, and nobody votes. */
  readonly findings?: true
  /** Set when the depth is known. */
  readonly maxTurns: number | null
  /** Absent if everyone is asked at once. */
  readonly first?: First
  /** The Head's open task, and why it failed. */
  readonly asking: string | null
  readonly failed: { readonly code: string; readonly message: string } | null
  /** In a rehearsal, ballots are samples and no option wins. */
  readonly rehearsal?: boolean
  /** What resolved decisions say about the voters. */
  readonly known?: RunRecord
  /** What topic records go by: the session's tags, else the Head's word. */
  readonly tags?: readonly string[]
  readonly field?: string
}

export const blankOpening: OpeningState = {
  asked: 0,
  clarified: 0,
  questions: [],
  drafts: 0,
  topic: '',
  gate: null,
  protocol: null,
  rounds: null,
  maxTurns: null,
  asking: null,
  failed: null,
}

/** The rooms that the opening knows. */
export type OpeningRooms = { readonly opening: OpeningState }
export type OpeningContext = { readonly session: Session; readonly run: Run; readonly panel: OpeningRooms }

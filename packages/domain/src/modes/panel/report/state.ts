import type { MessageId } from '../../../shared/ids.ts'
import type { Run, Session } from '../../../state/session.ts'
import type { BallotRooms } from '../ballot/state.ts'
import type { EstimateRooms } from '../estimate/state.ts'

/** The Head's report, from its first draft to the end of the run. */
export type ReportState = {
  /** How often the report was asked for, and its open task. */
  readonly reportsAsked: number
  readonly writing: string | null
  /** A limit cut it off before its first word. */
  readonly wasCut: boolean
  readonly failure: { readonly code: string; readonly message: string } | null
  readonly draft: string
  /** What the draft cites although it does not exist, and the sections it lacks. */
  readonly unknown: readonly string[]
  readonly missing: readonly string[]
  readonly repairsAsked: number
  /** The message with the report. */
  readonly message: MessageId | null
  /** The run has ended: what follows is not part of the panel. */
  readonly over: boolean
}

export const blankReport: ReportState = {
  reportsAsked: 0,
  writing: null,
  wasCut: false,
  failure: null,
  draft: '',
  unknown: [],
  missing: [],
  repairsAsked: 0,
  message: null,
  over: false,
}

/** The rooms that the report knows: all of them. */
export type ReportRooms = BallotRooms & EstimateRooms & { readonly report: ReportState }
export type ReportContext = { readonly session: Session; readonly run: Run; readonly panel: ReportRooms }

import { type BallotState, blankBallot } from './ballot/state.ts'
import { blankDebate, type DebateState } from './debate/state.ts'
import { blankEstimate, type EstimateState } from './estimate/state.ts'
import { blankOpening, type OpeningState } from './opening/state.ts'
import { blankReport, type ReportState } from './report/state.ts'

/** A panel's own state, in addition to the session's. Each room folds its own part and reads only those before it. */
export type Panel = {
  readonly opening: OpeningState
  readonly estimate: EstimateState
  readonly debate: DebateState
  readonly ballot: BallotState
  readonly report: ReportState
}

export const blank: Panel = {
  opening: blankOpening,
  estimate: blankEstimate,
  debate: blankDebate,
  ballot: blankBallot,
  report: blankReport,
}

import type { Pooled, Quantity, ValueRange } from '../../../event/estimate-facts.ts'
import type { Run, Session } from '../../../state/session.ts'
import type { OpeningRooms } from '../opening/state.ts'

/** A seat's sealed answer. The range is null if it deliberately gave none. */
export type SealedAnswer = {
  readonly agent: string
  readonly round: number
  readonly range: ValueRange | null
  readonly reason: string
  readonly shared: string
  readonly model: string
}

/** What a panel estimates, and what its seats say. */
export type EstimateState = {
  /** Null in other protocols. */
  readonly quantity: Quantity | null
  /** The newest round that was asked, and who was asked again after an unreadable answer. */
  readonly round: number
  readonly again: readonly string[]
  readonly given: readonly SealedAnswer[]
  /** Whose newest answer was unreadable, and why. */
  readonly unread: { readonly [agent: string]: string }
  readonly pooled: Pooled | null
}

export const blankEstimate: EstimateState = {
  quantity: null,
  round: 0,
  again: [],
  given: [],
  unread: {},
  pooled: null,
}

/** The rooms that the estimate knows: its own, and the one before it. */
export type EstimateRooms = OpeningRooms & { readonly estimate: EstimateState }
export type EstimateContext = { readonly session: Session; readonly run: Run; readonly panel: EstimateRooms }

/** The name of a run's estimate. Its tasks are below it, so that part of a log shows which texts are sealed. */
export const estimateId = ({ number }: Pick<Run, 'number'>): string => `${number}/estimate`

/** What is estimated. A topic that says nothing else asks for a number. */
export const quantityOf = ({ estimate: { quantity } }: EstimateRooms): Quantity =>
  quantity ?? { kind: 'number', unit: '' }

/** Each seat's newest answer, in seat order. */
export const newestGiven = ({ run, panel }: Pick<EstimateContext, 'run' | 'panel'>): readonly SealedAnswer[] =>
  run.team.members.flatMap(({ slug }) => panel.estimate.given.findLast(({ agent }) => agent === slug) ?? [])

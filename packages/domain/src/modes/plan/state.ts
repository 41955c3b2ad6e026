import type { Facts } from '../../event/facts.ts'
import type { PlanStep, StepState } from '../../event/step.ts'
import type { MessageId } from '../../shared/ids.ts'

export type PlanReview = Facts['plan.reviewed']

/** What a run in plan mode knows: how far the plan is, and the status of each step. */
export type Plan = {
  /** Who was chosen for the goal; null: no one was left out. */
  readonly members: readonly string[] | null
  /** How often the planner was asked since its last good plan. */
  readonly tries: number
  /** What is wrong with its last answer. */
  readonly errors: readonly string[]
  /** Good plans so far; the newest is the draft. */
  readonly version: number
  readonly draft: readonly PlanStep[]
  readonly drafter: string
  /** Who was asked to review it; each teammate is asked once. */
  readonly asked: readonly string[]
  /** Whose review of it could not be read, once for each time. */
  readonly unreadReviews: readonly string[]
  readonly reviews: readonly PlanReview[]
  /** The revision could not be used: the reviewed plan stays in force. */
  readonly kept: boolean
  /** Why the user sent it back, until there is a new draft. */
  readonly feedback: string | null
  readonly gate: Gate | null
  /** The planner or the lead failed for good. */
  readonly failure: { readonly code: string; readonly message: string } | null
  readonly committed: boolean
  /** The snapshot after the commit is taken. */
  readonly snapshot: boolean
  readonly steps: readonly StepRun[]
  /** Attempts that came to nothing, and votes about them, since a step was last done for the first time or accepted. */
  readonly setbacks: number
  readonly votes: number
  /**
   * The lead was asked to wrap up, and what it said; `cut` by a limit before its first word, it is asked `again`, and
   * not a third time.
   */
  readonly closing: { readonly text: string | null; readonly cut?: boolean; readonly again?: boolean } | null
}

type Gate = {
  readonly id: string
  readonly answer: 'approve' | 'reject' | null
  readonly text: string
  /** The user wants to be asked, whatever the steps would be allowed. */
  readonly ask: boolean
}

/** A committed step on its way. */
export type StepRun = PlanStep & {
  readonly state: StepState
  /** How often it was run. */
  readonly attempt: number
  /** The place of the task that runs it, or ran it last. */
  readonly place: string | null
  /** What its owner reported; null while it runs. */
  readonly report: Reported | null
  /** What the last review of it said. */
  readonly remark: MessageId | null
  /** The workspace holds its changes, and a snapshot was taken. */
  readonly captured: boolean
  /** Which of its worktrees it works in: a new one begins when the changes of the last were taken over, or did not fit. */
  readonly desk: number
  /** The files that its last run has changed. */
  readonly changes: readonly string[]
  /** The files that its newest snapshot names, and those that any of its runs has changed since. */
  readonly saved: readonly string[]
  readonly unsaved: readonly string[]
  /** How, as its reviewer sees it: the diffs one after the other, cut if they are long. */
  readonly patch: string
  /** Why its changes could not be made in the workspace. */
  readonly conflict: string | null
  readonly reason: string
  readonly blocks: number
  readonly reopens: number
  /** Offers to hand it on, those that could not be made too. */
  readonly handoffs: number
  /** Attempts that came to nothing, for whatever reason: no answer of a model keeps this from counting. */
  readonly setbacks: number
  /** It was finished once; doing it again does not advance the plan. */
  readonly wasDone: boolean
  /** The team has decided to leave it out. */
  readonly dropped: boolean
  /** Asks for options, and reviews that said neither accept nor reopen. */
  readonly optionsAsked: number
  readonly unread: number
  /** Lists of ways out, and answers to its offer, that could not be read. */
  readonly optionsUnread: number
  readonly offerUnread: number
  readonly reviewsAsked: number
  readonly decision: string | null
  readonly offer: Facts['handoff'] | null
  readonly offerAsked: boolean
  /** What its owner reads when it runs again: decisions, refusals, what the review said. */
  readonly notes: readonly string[]
  /** Who may not do it any more. */
  readonly lockedOut: readonly string[]
}

export type Reported = { readonly text: string; readonly message: MessageId | null; readonly incomplete: boolean }

export const noPlan: Plan = {
  members: null,
  tries: 0,
  errors: [],
  version: 0,
  draft: [],
  drafter: '',
  asked: [],
  unreadReviews: [],
  reviews: [],
  kept: false,
  feedback: null,
  gate: null,
  failure: null,
  committed: false,
  snapshot: false,
  steps: [],
  setbacks: 0,
  votes: 0,
  closing: null,
}

/** A step of the plan before anybody has begun with it. */
export const untouched = (step: PlanStep): StepRun => ({
  ...step,
  state: 'pending',
  attempt: 0,
  place: null,
  report: null,
  remark: null,
  captured: false,
  desk: 1,
  changes: [],
  saved: [],
  unsaved: [],
  patch: '',
  conflict: null,
  reason: '',
  blocks: 0,
  reopens: 0,
  handoffs: 0,
  setbacks: 0,
  wasDone: false,
  dropped: false,
  optionsAsked: 0,
  unread: 0,
  optionsUnread: 0,
  offerUnread: 0,
  reviewsAsked: 0,
  decision: null,
  offer: null,
  offerAsked: false,
  notes: [],
  lockedOut: [],
})

export const stepBy = (plan: Plan, id: string | undefined): StepRun | undefined =>
  plan.steps.find((step) => step.id === id)

/** Its work is there to build on, reviewed or not. */
export const isDone = ({ state }: StepRun): boolean => state === 'finished' || state === 'accepted'

/** It will not be done in this run. */
export const isOut = ({ state }: StepRun): boolean =>
  state === 'failed' || state === 'skipped' || state === 'not_carried_out'

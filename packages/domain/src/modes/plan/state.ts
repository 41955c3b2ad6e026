import type { Facts } from '../../event/facts.ts'
import type { PlanStep, StepState } from '../../event/step.ts'
import type { MessageId } from '../../shared/ids.ts'
import type { Contest } from './candidate.ts'
import type { ReportedWork } from './reported.ts'

export type PlanReview = Facts['plan.reviewed']

/** The state of a run in plan mode: the plan's progress, and the status of each step. */
export type Plan = {
  /** Who was chosen for the goal. Null: nobody was left out. */
  readonly members: readonly string[] | null
  /** How often the planner was asked since its last valid plan. */
  readonly tries: number
  /** What is wrong with its last answer. */
  readonly errors: readonly string[]
  /** Valid plans so far. The newest is the draft. */
  readonly version: number
  readonly draft: readonly PlanStep[]
  readonly drafter: string
  /** Who was asked to review it. Each teammate is asked once. */
  readonly asked: readonly string[]
  /** Whose review of it was unreadable, one entry per time. */
  readonly unreadReviews: readonly string[]
  readonly reviews: readonly PlanReview[]
  /** The revision was unusable: the reviewed plan stays in force. */
  readonly kept: boolean
  /** Why the user sent it back, until there is a new draft. */
  readonly feedback: string | null
  readonly gate: Gate | null
  /** The planner or the lead failed for good. */
  readonly failure: { readonly code: string; readonly message: string } | null
  readonly committed: boolean
  /** The snapshot after the commit has been taken. */
  readonly snapshot: boolean
  readonly steps: readonly StepRun[]
  /** The plan was approved in another session, which allows nothing here. */
  readonly copied?: boolean
  /** Failed attempts, and votes about them, since a step was last finished for the first time or accepted. */
  readonly setbacks: number
  readonly votes: number
  /**
   * The lead was asked to wrap up, and its answer. If `cut` by a limit before its first word, it is asked `again`, but
   * not a third time.
   */
  readonly closing: { readonly text: string | null; readonly cut?: boolean; readonly again?: boolean } | null
}

type Gate = {
  readonly id: string
  readonly answer: 'approve' | 'reject' | null
  readonly text: string
  /** The user wants to be asked, whatever the steps would be allowed to do. */
  readonly ask: boolean
}

/** A committed step and its progress. */
export type StepRun = PlanStep & {
  readonly state: StepState
  /** How often it was run. */
  readonly attempt: number
  /** The place of the task that runs it, or ran it last. */
  readonly place: string | null
  /** Its owner's report. Null while it runs. */
  readonly report: ReportedWork | null
  /** Its last review, and whose it is. */
  readonly remark: MessageId | null
  readonly reviewer?: string
  /** The plan lets it run while another step does, and its checks could prove what it did. */
  readonly overlaps?: boolean
  /** Another step ran at the same time, since its checks ran on the files before it. */
  readonly shared?: boolean
  /** Its changes are in the workspace, and a snapshot was taken. */
  readonly captured: boolean
  /** The number of its worktree: a new one begins once the last one's changes were applied or conflicted. */
  readonly desk: number
  /** The files changed by its last run. */
  readonly changes: readonly string[]
  /** The files in its newest snapshot, and those any of its runs has changed since. */
  readonly saved: readonly string[]
  readonly unsaved: readonly string[]
  /** Its changes as the reviewer sees them: the diffs concatenated, and cut if they are long. */
  readonly patch: string
  /** Why its changes could not be applied to the workspace. */
  readonly conflict: string | null
  /** Both sides of its last conflict, until its changes are in: what it changed itself, and what others did. */
  readonly sides?: { readonly own: string; readonly others: string; readonly times: number } | null
  /** Its place in the order in which steps were reported: they are merged in that order. */
  readonly contact?: number
  readonly reason: string
  readonly blocks: number
  readonly reopens: number
  /** Handoff offers, including those that could not be made. */
  readonly handoffs: number
  /** Failed attempts, for whatever reason. No model's answer can keep one from counting. */
  readonly setbacks: number
  /** It was finished before: doing it again does not advance the plan. */
  readonly wasDone: boolean
  /** The team has decided to leave it out. */
  readonly dropped: boolean
  /** The team has accepted it although its last review sent it back. */
  readonly against: boolean
  /** How often options were requested, and reviews that said neither accept nor reopen. */
  readonly optionsAsked: number
  readonly unread: number
  /** Unreadable lists of ways out, and unreadable answers to its offer. */
  readonly optionsUnread: number
  readonly offerUnread: number
  readonly reviewsAsked: number
  readonly decision: string | null
  readonly offer: Facts['handoff'] | null
  readonly offerAsked: boolean
  /** What its owner reads when it runs again: decisions, refusals, the review. */
  readonly notes: readonly string[]
  /** What you have said about its lines, until it is sent back for that. */
  readonly comments?: readonly string[]
  /** The newest attempt that several seats built. */
  readonly contest?: Contest
  /** Who may no longer work on it. */
  readonly lockedOut: readonly string[]
}

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

/** A step of the plan before anyone has started on it. */
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
  against: false,
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

/** Its work can be built on, reviewed or not. */
export const isDone = ({ state }: StepRun): boolean => state === 'finished' || state === 'accepted'

/** It will not be done in this run. */
export const isOut = ({ state }: StepRun): boolean =>
  state === 'failed' || state === 'skipped' || state === 'not_carried_out'

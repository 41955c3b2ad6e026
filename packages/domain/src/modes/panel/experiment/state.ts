import type { Check } from '../../../check/check.ts'
import type { Expects } from '../../../event/experiment-facts.ts'
import type { MessageId } from '../../../shared/ids.ts'

/** An observation that somebody proposed, and why it is not run, if so. */
export type ExperimentProposal = {
  readonly id: string
  readonly by: string
  readonly what: string
  readonly check: Check | null
  readonly expects: Expects
  readonly refused: string | null
}

export type Prediction = { readonly agent: string; readonly option: string; readonly confidence: number | null }

/** What an experiment showed. */
type Shown = {
  /** Whether there is anything to read. */
  readonly seen: boolean
  readonly shows: string
  readonly option: string | null
  readonly message: MessageId | null
}

/** An experiment that was allowed. */
export type Experiment = {
  readonly id: string
  /** The round of votes that it follows. The next one is cast with its outcome. */
  readonly round: number
  readonly by: 'user' | 'rules'
  readonly predictions: readonly Prediction[]
  /** What the check saw. `lost`: it was cut off, and does not run again. */
  readonly result: { readonly seen: boolean; readonly shows: string; readonly ms: number } | null
  readonly shown: Shown | null
}

/** What a split panel looks at. Absent until somebody is asked. */
export type ExperimentState = {
  /** Who was asked for a proposal. */
  readonly asked: readonly string[]
  readonly proposals: readonly ExperimentProposal[]
  /** What the user said to each choice of experiments, by its question. Null until there is an answer. */
  readonly choices: { readonly [question: string]: string | null }
  readonly opened: readonly Experiment[]
}

export const blankExperiments: ExperimentState = { asked: [], proposals: [], choices: {}, opened: [] }

/** Whether a round of votes was cast with the outcome of an experiment. */
export const isLook = (experiments: ExperimentState | undefined, round: number): boolean =>
  (experiments?.opened ?? []).some(({ shown, round: before }) => shown?.seen === true && before + 1 === round)

/** How many rounds of votes experiments have added. */
export const looksIn = (experiments: ExperimentState | undefined): number =>
  new Set((experiments?.opened ?? []).flatMap(({ shown, round }) => (shown?.seen ? [round] : []))).size

/** The experiment whose outcome the votes of this round were cast with. */
export const lookedAt = (experiments: ExperimentState | undefined, round: number): Experiment | undefined =>
  (experiments?.opened ?? []).findLast((one) => one.shown?.seen === true && one.round + 1 === round)

export const proposalOf = (experiments: ExperimentState, id: string): ExperimentProposal | undefined =>
  experiments.proposals.find((proposal) => proposal.id === id)

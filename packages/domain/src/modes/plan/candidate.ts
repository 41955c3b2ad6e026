import type { CandidateComment, CandidateStanding, ChosenBy } from '../../event/candidate-facts.ts'
import type { ReportedWork } from './reported.ts'

/** One seat's work on a step that several seats build. */
export type Candidate = {
  /** `a`, `b`, …: reviewers know it by this alone. */
  readonly name: string
  readonly agent: string
  readonly worktree: string
  readonly place: string
  readonly report: ReportedWork | null
  /** What it changed. Null until somebody has looked. */
  readonly built: { readonly patch: string; readonly files: readonly string[] } | null
  /** Why it is out: its seat failed, gave up, or its files cannot be read. */
  readonly out: string | null
}

export type Judgement = {
  readonly by: string
  readonly prefers: string | null
  readonly reason: string
  readonly comments: readonly CandidateComment[]
}

/** A step's attempt that several seats build. */
export type Contest = {
  readonly attempt: number
  readonly wanted: number
  readonly candidates: readonly Candidate[]
  /** Who was asked to compare them, one entry per time. */
  readonly asked: readonly string[]
  readonly judged: readonly Judgement[]
  readonly chosen: {
    readonly candidate: string
    readonly how: ChosenBy
    readonly standings: readonly CandidateStanding[]
  } | null
}

type Contested = { readonly attempt: number; readonly contest?: Contest | undefined }

/** The contest of a step's current attempt, while nobody has won it. */
export const openContest = ({ contest, attempt }: Contested): Contest | undefined =>
  contest && contest.attempt === attempt && contest.chosen === null ? contest : undefined

/** The candidate that was taken for a step's current attempt. */
export const winnerOf = ({ contest, attempt }: Contested): Candidate | undefined =>
  contest?.attempt === attempt ? contest.candidates.find(({ name }) => name === contest.chosen?.candidate) : undefined

export const candidateAt = (step: Pick<Contested, 'contest'>, place: string): Candidate | undefined =>
  step.contest?.candidates.find((one) => one.place === place)

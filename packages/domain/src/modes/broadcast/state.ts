import type { CommonPoint } from '../../event/opinion-facts.ts'
import type { Answers } from '../../mode/answers.ts'

/** The answers, and what the lead makes of them. */
export type Opinions = Answers & {
  /** How often the lead was asked to compare them, and whether that failed. */
  readonly compared: number
  readonly isLeadOut: boolean
  /** Null until they are compared. */
  readonly points: readonly CommonPoint[] | null
}

/** What later runs of a session need to know of one that is over. Bounded: it is part of every snapshot and of prompts. */
export type PastRun = {
  readonly number: number
  readonly mode: string
  /** The final state, or the phase that a reset left. */
  readonly state: string
  readonly goal: string
  readonly results: readonly { readonly author: string; readonly text: string }[]
  /** The user picked this result among several. */
  readonly picked?: true
  readonly decided: readonly { readonly topic: string; readonly option: string }[]
  readonly made: readonly string[]
}

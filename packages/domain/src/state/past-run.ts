/** What later runs need to know about a finished one. Bounded, since it is part of every snapshot and of prompts. */
export type PastRun = {
  readonly number: number
  readonly mode: string
  /** The final state, or the phase that was left by a reset. */
  readonly state: string
  readonly goal: string
  /** Who set the goal, if it was not the user. */
  readonly setBy?: string
  readonly results: readonly { readonly author: string; readonly text: string }[]
  /** The user picked this result out of several. */
  readonly picked?: true
  readonly decided: readonly { readonly topic: string; readonly option: string }[]
  readonly made: readonly string[]
}

import type { Command, Session, SessionId } from '@convene/domain'

/** What to run in the foreground, and from where to show it. */
export type ForegroundRequest = {
  readonly session: SessionId
  /** The session's current state. Only later events are shown. Undefined for a new session. */
  readonly before?: Session | undefined
  readonly command?: Command
  readonly warnings?: readonly string[]
  /** Set if it rehearses because no model is connected: how to connect one. */
  readonly advice?: string
  /** Whether to begin with a reminder of the goal. */
  readonly recall?: boolean
  /** Whether the exit code is about a follow-up question instead of the run's ending. */
  readonly followUp?: boolean
}

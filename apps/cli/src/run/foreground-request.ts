import type { Command, Session, SessionId } from '@convene/domain'

/** What goes on in the foreground, and from where it is shown. */
export type ForegroundRequest = {
  readonly session: SessionId
  /** The session as it is now; what is shown comes after. None: a new one. */
  readonly before?: Session | undefined
  readonly command?: Command
  readonly warnings?: readonly string[]
  /** It rehearses because no model is connected; this is what to do about that. */
  readonly advice?: string
  /** Whether to say first what it is about: whoever resumes may have forgotten. */
  readonly recall?: boolean
  /** Where a follow-up is what counts, and not how the run once ended. */
  readonly followUp?: boolean
}

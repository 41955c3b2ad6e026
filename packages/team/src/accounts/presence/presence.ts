import type { SessionId } from '@convene/domain'
import type { Actor, SignedInCaller } from '../account/account.ts'

/** Someone's name, after an @, in a message by someone else. */
export type Mention = {
  readonly session: SessionId
  /** The title of the session, or its goal. */
  readonly title: string
  /** The event with the message. */
  readonly seq: number
  readonly by: Actor
  /** The beginning of the message. */
  readonly text: string
  readonly at: number
}

/** What people in a space see of each other. */
export interface Presence {
  /**
   * Marks the caller as viewing a session of their space for half a minute, and returns who else is. Mentions of the
   * caller there count as read.
   */
  look(caller: SignedInCaller, session: SessionId): Promise<readonly Actor[]>
  /** Ends the viewing. */
  leave(caller: SignedInCaller, session: SessionId): Promise<void>
  /** The caller's unread mentions in their space, newest first. */
  mentions(caller: SignedInCaller): Promise<readonly Mention[]>
}

import type { SessionId } from '@convene/domain'
import type { Actor, Caller } from '../account/account.ts'

/** Somebody's name in a message of somebody else, with an @ before it. */
export type Mention = {
  readonly session: SessionId
  /** The title of the session, or its goal. */
  readonly title: string
  /** The event that contains the message. */
  readonly seq: number
  readonly by: Actor
  /** The beginning of the message. */
  readonly text: string
  readonly at: number
}

/** What people in a space see of each other. */
export interface Together {
  /**
   * Says that somebody looks at a session of their space, for half a minute, and returns who else does. What mentioned them
   * there counts as read.
   */
  look(caller: Caller, session: SessionId): Promise<readonly Actor[]>
  /** Says that they look at it no more. */
  leave(caller: Caller, session: SessionId): Promise<void>
  /** Unread mentions of somebody in their space, newest first. */
  mentions(caller: Caller): Promise<readonly Mention[]>
}

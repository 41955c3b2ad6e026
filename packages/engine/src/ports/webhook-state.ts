import type { SessionId } from '@convene/domain'

/**
 * Starts the mark of a signature without a time, which is never forgotten: it would be valid again. These need no bound,
 * because each takes the secret and starts a run, which is stored too.
 */
export const NEVER_FORGOTTEN = 'once:'

/** What webhooks remember across restarts, shared by all processes of this data folder or database. */
export interface WebhookState {
  /** The last event of each session that a URL has received. Undefined for a URL that is new. */
  places(url: string): Promise<ReadonlyMap<SessionId, number> | undefined>
  /** Stores these positions of a URL, which is known from then on. Null forgets a session. */
  keepPlaces(url: string, places: ReadonlyMap<SessionId, number | null>): Promise<void>
  /**
   * Claims a URL, against other processes that would post to it. Returns for how many milliseconds from the call on it is
   * this process's, or undefined if another one has it.
   */
  claim(url: string): Promise<number | undefined>
  release(url: string): Promise<void>
  /** Remembers used signatures, at least the newest ten thousand. Returns those that were new, each to one caller only. */
  remember(signatures: readonly string[]): Promise<readonly string[]>
}

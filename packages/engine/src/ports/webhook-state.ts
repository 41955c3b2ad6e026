import type { SessionId } from '@convene/domain'

/**
 * Prefix of the mark for a signature without a time, which is never forgotten: it would be valid again. These need no
 * bound, because each takes the secret and starts a run, which is stored too.
 */
export const NEVER_FORGOTTEN = 'once:'

/** What webhooks remember across restarts, shared by all processes of this data folder or database. */
export interface WebhookState {
  /** The last event of each session that a URL has received. Undefined for a new URL. */
  places(url: string): Promise<ReadonlyMap<SessionId, number> | undefined>
  /** Stores these positions for a URL, which is known from then on. Null forgets a session. */
  keepPlaces(url: string, places: ReadonlyMap<SessionId, number | null>): Promise<void>
  /**
   * Claims a URL, so that no other process posts to it. Returns for how many milliseconds from this call it belongs to
   * this process, or undefined if another one has it.
   */
  claim(url: string): Promise<number | undefined>
  release(url: string): Promise<void>
  /** Remembers used signatures, at least the newest ten thousand. Returns new ones, each to only one caller. */
  remember(signatures: readonly string[]): Promise<readonly string[]>
}

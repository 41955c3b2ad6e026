import type { SessionId } from '@convene/domain'

/** What webhooks remember across restarts, shared by all processes of this data folder. */
export interface WebhookState {
  /** The last event of each session that a URL has received. Undefined for a URL that is new. */
  places(url: string): Promise<ReadonlyMap<SessionId, number> | undefined>
  /** Stores these positions of a URL, which is known from then on. Null forgets a session. */
  keepPlaces(url: string, places: ReadonlyMap<SessionId, number | null>): Promise<void>
  /** Remembers used signatures, at least the newest ten thousand. Returns those that were new, each to one caller only. */
  remember(signatures: readonly string[]): Promise<readonly string[]>
}

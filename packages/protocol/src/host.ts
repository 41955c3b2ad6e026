import type { WireEvent } from '@convene/domain'
import type { RowChange } from './sessions/session.ts'

/** A call, independent of its transport. */
export type HostRequest = {
  readonly method: string
  /** Including the query. */
  readonly path: string
  readonly body?: unknown
  /** A body to send unchanged. */
  readonly file?: Uint8Array | Blob
  /** A successful response is bytes, not JSON or text. */
  readonly answer?: 'bytes'
}

/** The response: parsed JSON, text, or a blob. */
export type HostResponse = { readonly status: number; readonly body: unknown }

/**
 * A chunk of text that is being written. Never stored, and part of the event that ends its effect. It starts at `at`:
 * the shown text of its effect becomes `shown.slice(0, at) + text`.
 */
export type LiveDelta = {
  readonly task: string
  readonly effect: string
  readonly text?: string
  readonly reasoning?: string
  readonly at: number
}

/** Whether the shown data is current. `lost`: the connection is retried, and nothing will be missing afterwards. */
export type FeedState = 'live' | 'lost' | 'refused'

/** What a session's follower receives: events in order, each once, and live text if requested. */
export type EventFeed = {
  events(events: readonly WireEvent[]): void
  delta?(delta: LiveDelta): void
  connection?(state: FeedState): void
  /** Longer texts in events are cut and marked: `event` returns the full one. Not set: nothing is cut. */
  readonly cut?: number
}

/** What a follower of the session list receives. */
export type ChangeFeed = { change(change: RowChange): void; connection?(state: FeedState): void }

/** Carries calls and events between a screen and the program: HTTP, or a pipe. Must not throw. */
export interface Host {
  call(request: HostRequest): Promise<HostResponse>
  /** Everything after `after`, then new events, until the returned function is called. */
  events(session: string, after: number, feed: EventFeed): () => void
  /** Session rows as they change, until the returned function is called. */
  changes(feed: ChangeFeed): () => void
}

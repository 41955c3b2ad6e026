import type { WireEvent } from '@convene/domain'
import type { Change } from './sessions/session.ts'

/** A call on its way, whatever carries it. */
export type HostRequest = {
  readonly method: string
  /** With the query. */
  readonly path: string
  readonly body?: unknown
  /** A body that is sent as it is. */
  readonly file?: Uint8Array | Blob
  /** A success is answered with bytes, and not with JSON or text. */
  readonly answer?: 'bytes'
}

/** What came back: JSON that was read, text, or a blob of bytes. */
export type HostResponse = { readonly status: number; readonly body: unknown }

/**
 * A piece of text that is being written; never stored, and part of the event that ends its effect. It begins at `at`: what
 * is shown of its effect becomes `shown.slice(0, at) + text`.
 */
export type Delta = {
  readonly task: string
  readonly effect: string
  readonly text?: string
  readonly reasoning?: string
  readonly at: number
}

/** Whether what is shown is current. `lost`: it is tried again, and nothing is missing afterwards. */
export type Connection = 'live' | 'lost' | 'refused'

/** What a follower of a session receives: events in order, each once, and live text where it is wanted. */
export type EventFeed = {
  events(events: readonly WireEvent[]): void
  delta?(delta: Delta): void
  connection?(state: Connection): void
  /** Longer texts in events come cut, and are marked: `event` gives the whole. None: nothing is cut. */
  readonly cut?: number
}

/** What a follower of the list of sessions receives. */
export type ChangeFeed = { change(change: Change): void; connection?(state: Connection): void }

/** What carries calls and events between a screen and the program: HTTP, or a pipe. Must not throw. */
export interface Host {
  call(request: HostRequest): Promise<HostResponse>
  /** Everything after `after`, then what comes, until the returned function is called. */
  events(session: string, after: number, feed: EventFeed): () => void
  /** Rows of sessions as they change, until the returned function is called. */
  changes(feed: ChangeFeed): () => void
}

import type { ChainHead, Event, Person, RecordedDecision, SessionId, WireEvent } from '@convene/domain'

/** The part of a session that lists and the waker read, derived from the log in the same transaction as the append. */
export type SessionRow = {
  readonly title: string
  /** The result in a sentence or two. Empty until its run ends. */
  readonly summary: string
  readonly goal: string
  readonly workspace: string
  readonly mode: string
  readonly team: string
  readonly phase: string
  readonly reason: string
  readonly asks: number
  readonly costUsd: number | null
  readonly tokens: number
  readonly pinned: boolean
  /** The position set by the user. */
  readonly order: number | null
  readonly tags: readonly string[]
  readonly messages: number
  readonly createdAt: number
  /** Who started it, if several people share sessions. */
  readonly startedBy?: Person
  readonly updatedAt: number
  /** The earliest time to continue it without the user. */
  readonly wakeAt: number | null
  /** There is work to do now, and not by the user: a moving session without an owner was interrupted. */
  readonly moves: boolean
}

export type ListedSession = SessionRow & {
  readonly id: SessionId
  readonly seq: number
  /** With a query: the newest append with a matching message, from its first event to its last. */
  readonly found?: { readonly from: number; readonly to: number }
}

/** By latest change, creation, title, cost, tokens, or the user's own order. */
export type SessionSort = 'changed' | 'created' | 'title' | 'cost' | 'tokens' | 'order'

export type SessionQuery = {
  /** Full text over messages, goals and titles. */
  readonly query?: string
  readonly state?: string
  /** Only sessions that wait for the user. */
  readonly waiting?: boolean
  /** Only sessions with a run in progress, neither finished nor paused. */
  readonly active?: boolean
  /** Only sessions that move: an owner would work on them now. */
  readonly moving?: boolean
  /** Only these. */
  readonly ids?: readonly SessionId[]
  /** Only sessions in the same space as this one, if a team server keeps several spaces apart. */
  readonly sameSpaceAs?: SessionId
  readonly team?: string
  readonly workspace?: string
  readonly tag?: string
  /** Leaves out sessions with this tag, such as those of evals, of which there are hundreds. */
  readonly exceptTag?: string
  /** Pinned ones come first in every order. */
  readonly sort?: SessionSort
  readonly limit?: number
  /**
   * The end of the previous page, by latest change: returns what follows, however many sessions changed at that moment.
   */
  readonly before?: SessionPlace
}

/** A row's position in the list. */
export type SessionPlace = Pick<ListedSession, 'pinned' | 'updatedAt' | 'id'>

/** Someone else has appended: the expected sequence number is outdated. */
export class LogConflict extends Error {
  readonly code = 'conflict'
}

/**
 * Nothing was stored. `code` is ours (`disk_full`, `read_only`, `io_error`, `busy`, `damaged`, `newer_version`,
 * `unreleased_format`, `older_server`, `invalid_event`), and the message says what to do.
 */
export class StorageFailure extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** A newer version wrote the data: only an update helps, waiting does not. */
export const isNewer = (error: unknown): boolean => error instanceof StorageFailure && error.code === 'newer_version'

/** Told which sessions have changed, or nothing if any may have. */
export type Ring = (which?: ReadonlySet<SessionId>) => void

export type WatchOptions = { readonly own?: boolean }

/** Trying again does not help. */
export const isLasting = (error: unknown): boolean =>
  isNewer(error) || (error instanceof StorageFailure && error.code === 'invalid_event')

/** A stored fold that makes a long session open fast. With a different `version`, the log must be folded again. */
export type Snapshot = { readonly version: string; readonly seq: number; readonly state: unknown }

export interface EventLog {
  /**
   * One transaction. Resolves when durable. Rejects with `Conflict` if the session's last `seq` is not `expectedSeq`,
   * and with `StorageFailure` if nothing could be stored. Refuses events that `read` would refuse.
   */
  append(session: SessionId, expectedSeq: number, events: readonly Event[], row: SessionRow): Promise<void>
  /**
   * In order, upcast and parsed, at most `limit`. Yields to other work between the parts of a long log. A damaged row
   * is set aside and ends the readable part of its session. Rejects with `StorageFailure` if a newer version wrote to
   * it.
   */
  read(session: SessionId, after?: number, limit?: number): Promise<readonly Event[]>
  /** The events as they were stored, unchecked, as far as they are intact: for a copy of what `read` rejects. */
  stored(session: SessionId): Promise<readonly WireEvent[]>
  /**
   * The chain as it was stored: the link at the end of each append from `from` on. Every link says all that came before
   * it, so an event that was changed later no longer fits. None for a log without a chain.
   */
  links(session: SessionId, from?: number): Promise<readonly ChainHead[]>
  /** The session's last `seq`, or 0 if it does not exist. Cheap: called whenever another process writes. */
  head(session: SessionId): Promise<number>
  /**
   * Fires within 200 ms after another process has appended anything, with the sessions it changed. Without names, any
   * may have changed or be gone. Own changes fire only with `own`, as soon as they are stored.
   */
  watch(ring: Ring, options?: WatchOptions): () => void
  snapshot(session: SessionId): Promise<Snapshot | undefined>
  keep(session: SessionId, snapshot: Snapshot): Promise<void>
  list(query: SessionQuery): Promise<readonly ListedSession[]>
  /** Sessions whose id contains `part` (upper or lower case), newest first, at most 10. */
  find(part: string): Promise<readonly SessionId[]>
  /** Sessions with a `wakeAt` at or before `at`, longest-waiting first. */
  due(at: number): Promise<readonly SessionId[]>
  /** The committed decisions of all sessions, with their votes and outcomes, oldest first. */
  decisions(): Promise<readonly RecordedDecision[]>
  /** Removes the session's events, texts, row and snapshot. */
  remove(session: SessionId): Promise<void>
  close(): Promise<void>
}

import type { Event, SessionId } from '@convene/domain'

/** What lists and the waker read of a session; derived from the log in the same transaction as the append. */
export type SessionRow = {
  readonly title: string
  /** What it came to, in a sentence or two; empty until its run ends. */
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
  /** The place that a person has given it. */
  readonly order: number | null
  readonly tags: readonly string[]
  readonly messages: number
  readonly createdAt: number
  readonly updatedAt: number
  readonly wakeAt: number | null
}

export type ListedSession = SessionRow & { readonly id: SessionId; readonly seq: number }

/** By the newest change, by birth, by name, by what it has cost, or as a person has put them. */
export type SessionSort = 'changed' | 'created' | 'title' | 'cost' | 'tokens' | 'order'

export type SessionQuery = {
  /** Full text over messages, goals and titles. */
  readonly query?: string
  readonly state?: string
  /** Only where something waits for a person. */
  readonly waiting?: boolean
  /** Only where a run is under way: neither over nor paused. */
  readonly active?: boolean
  readonly team?: string
  readonly workspace?: string
  readonly tag?: string
  /** Pinned ones come first in every order. */
  readonly sort?: SessionSort
  readonly limit?: number
  /** Where a page ended, in the order of the newest change: what comes after it, however many changed at that moment. */
  readonly before?: SessionPlace
}

/** A row's place in the list. */
export type SessionPlace = Pick<ListedSession, 'pinned' | 'updatedAt' | 'id'>

/** Somebody else has appended: the expected sequence number no longer holds. */
export class Conflict extends Error {
  readonly code = 'conflict'
}

/** Nothing was stored. `code` is ours (`disk_full`, `read_only`, `io_error`, `busy`, `damaged`, `newer_version`); the message says what to do. */
export class StorageFailure extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** A newer program wrote what was to be read: no waiting helps, only an update. */
export const isNewer = (error: unknown): boolean => error instanceof StorageFailure && error.code === 'newer_version'

/** A fold kept so that a long session opens fast. A different `version` means: fold again. */
export type Snapshot = { readonly version: string; readonly seq: number; readonly state: unknown }

export interface EventLog {
  /** One transaction; resolves when durable. Rejects with `Conflict` when the session's last `seq` is not `expectedSeq`, with `StorageFailure` when nothing could be stored. */
  append(session: SessionId, expectedSeq: number, events: readonly Event[], row: SessionRow): Promise<void>
  /** In order, upcast and parsed, at most `limit`. A damaged row is set aside, and ends what can be read of its session. Rejects with `StorageFailure` if a newer program wrote in it. */
  read(session: SessionId, after?: number, limit?: number): Promise<readonly Event[]>
  /** The session's last `seq`; 0 when there is no such session. Cheap: called on every change from outside. */
  head(session: SessionId): Promise<number>
  /** Rings within 200 ms after another process has appended anything. Own appends do not ring. */
  watch(ring: () => void): () => void
  snapshot(session: SessionId): Promise<Snapshot | undefined>
  keep(session: SessionId, snapshot: Snapshot): Promise<void>
  list(query: SessionQuery): Promise<readonly ListedSession[]>
  /** Sessions whose id contains `part` (upper or lower case), newest first, at most 10. */
  find(part: string): Promise<readonly SessionId[]>
  /** Resting sessions with a `wakeAt` not after `at`. */
  due(at: number): Promise<readonly SessionId[]>
  /** Removes the session's events, texts, row and snapshot. */
  remove(session: SessionId): Promise<void>
  close(): Promise<void>
}

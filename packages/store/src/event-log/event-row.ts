import type { SessionId } from '@convene/domain'

/** A row of `events` as stored. Any part of it may be damaged. */
export type EventRow = {
  readonly session: SessionId
  readonly seq: number
  readonly batch: number
  readonly run: string | null
  readonly task: string | null
  readonly agent: string | null
  readonly parent: string | null
  readonly step: string | null
  readonly message: string | null
  readonly type: string
  readonly v: number
  readonly at: number
  readonly data: string
  readonly large: string | null
  /** The checksum, or null in a row older than checksums. */
  readonly sum: number | null
}

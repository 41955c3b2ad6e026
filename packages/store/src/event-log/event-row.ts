import type { SessionId } from '@convene/domain'

/** A row of `events` as it lies there; anything in it may be damaged. */
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
  /** The checksum; null in a row from before there were any. */
  readonly sum: number | null
}

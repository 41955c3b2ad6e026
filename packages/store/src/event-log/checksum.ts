import type { SQLInputValue } from 'node:sqlite'
import { crc32 } from 'node:zlib'
import type { EventRow } from './event-row.ts'

/** The columns an event is read from. This order can never change: existing checksums depend on it. */
const summed = 'session seq batch run task agent parent step message type v at data large'.split(' ')

/** A checksum over an event's columns as stored. */
export const checksum = (values: readonly (SQLInputValue | undefined)[]): number => crc32(JSON.stringify(values))

/** Whether a row is unchanged since it was written. Rows older than checksums are accepted as they are. */
export const isIntact = (row: EventRow): boolean =>
  row.sum === null || row.sum === checksum(summed.map((column) => row[column as keyof EventRow]))

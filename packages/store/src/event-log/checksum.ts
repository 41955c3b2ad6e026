import type { SQLInputValue } from 'node:sqlite'
import { crc32 } from 'node:zlib'
import type { EventRow } from './event-row.ts'

/** What is summed up, in this order for ever: every column that an event is read from. */
const summed = 'session seq batch run task agent parent step message type v at data large'.split(' ')

/** A checksum over the columns of an event, as they are stored. */
export const checksum = (values: readonly (SQLInputValue | undefined)[]): number => crc32(JSON.stringify(values))

/** Whether a row is what was written. Rows from before there were checksums are taken as they are. */
export const isIntact = (row: EventRow): boolean =>
  row.sum === null || row.sum === checksum(summed.map((column) => row[column as keyof EventRow]))

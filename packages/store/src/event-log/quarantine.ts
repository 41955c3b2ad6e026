import type { Database } from './database.ts'
import type { EventRow } from './event-row.ts'
import { storageFailure } from './storage-failure.ts'

/** A damaged row, what is wrong with it, and the last readable event before it. */
export type Damage = { readonly row: EventRow; readonly reason: string; readonly at: number; readonly end: number }

/**
 * Sets a copy of a damaged row aside and ends its session before it. The row itself stays: `recheck` may find that it
 * can be read. If nothing can be written, reading continues without the copy.
 */
export function quarantine(database: Database, { row, reason, at, end }: Damage): void {
  try {
    if (database.sql('SELECT 1 FROM quarantine WHERE session = ? AND seq = ?').get(row.session, row.seq)) return
    const copy = 'INSERT OR IGNORE INTO quarantine (session, seq, reason, row, at) VALUES (?, ?, ?, ?, ?)'
    database.run(copy, row.session, row.seq, reason, JSON.stringify(row), at)
    database.run('UPDATE sessions SET damaged = ?, seq = ? WHERE id = ?', row.seq, end, row.session)
  } catch (error) {
    if (!storageFailure(error)) throw error
  }
}

/** How many damaged rows have been found so far. */
export function quarantined(database: Database): number {
  return database.sql('SELECT count(*) AS count FROM quarantine').get()?.count as number
}

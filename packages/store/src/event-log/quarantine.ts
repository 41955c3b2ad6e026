import type { AppendRow } from './append-row.ts'
import type { Database } from './database.ts'
import { storageFailure } from './storage-failure.ts'

/** A damaged row, what is wrong with it, and the last readable event before it. */
export type Damage = { readonly row: AppendRow; readonly reason: string; readonly at: number; readonly end: number }

/**
 * Sets a copy of a damaged row aside and ends its session before it. The row itself stays: `recheck` may find that it
 * can be read. If nothing can be written, reading continues without the copy.
 */
export function quarantine(database: Database, { row, reason, at, end }: Damage): void {
  try {
    const seq = end + 1
    if (database.sql('SELECT 1 FROM quarantine WHERE session = ? AND seq = ?').get(row.session, seq)) return
    const copy = 'INSERT OR IGNORE INTO quarantine (session, seq, reason, row, at) VALUES (?, ?, ?, ?, ?)'
    database.run(copy, row.session, seq, reason, JSON.stringify({ ...row, data: readable(row.data) }), at)
    database.run('UPDATE sessions SET damaged = ?, seq = ? WHERE id = ?', seq, end, row.session)
  } catch (error) {
    if (!storageFailure(error)) throw error
  }
}

const readable = (data: AppendRow['data']): string =>
  data instanceof Uint8Array ? Buffer.from(data).toString('base64') : data

/** How many damaged rows have been found so far. */
export function quarantined(database: Database): number {
  return database.sql('SELECT count(*) AS count FROM quarantine').get()?.count as number
}

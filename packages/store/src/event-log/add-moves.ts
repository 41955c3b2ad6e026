import type { SessionId } from '@convene/domain'
import { addToSessions } from './add-to-sessions.ts'
import type { Database } from './database.ts'
import { deriveRow } from './derive-row.ts'
import { readUpTo } from './read-events.ts'

/** Follow-ups are answered within minutes: older ones were left by users, not by a crash. */
const RECENT = 50

const candidates = `
  SELECT id FROM sessions WHERE phase NOT IN ('idle', 'paused', 'completed', 'cancelled', 'failed')
  UNION SELECT id FROM (SELECT id FROM sessions ORDER BY updated_at DESC LIMIT ${RECENT})`

/** Format 9: which sessions move. Read from the logs of those with a run in progress, and of the newest ones. */
export function addMoves(database: Database): void {
  addToSessions(database, 'moves', 'INTEGER NOT NULL DEFAULT 0')
  for (const { id } of database.connection.prepare(candidates).all()) {
    const session = id as SessionId
    const { events, stop } = readUpTo(database, session, { after: 0 })
    // A damaged session, or one from a newer version, cannot be continued.
    if (!stop && deriveRow(session, events).moves) database.run('UPDATE sessions SET moves = 1 WHERE id = ?', session)
  }
}

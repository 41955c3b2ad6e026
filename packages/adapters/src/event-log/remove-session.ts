import type { SessionId } from '@convene/domain'
import type { Database } from './database.ts'
import { forgetWords } from './search.ts'

const statements = [
  'DELETE FROM events WHERE session = ?',
  'DELETE FROM text_uses WHERE session = ?',
  'DELETE FROM snapshots WHERE session = ?',
  'DELETE FROM quarantine WHERE session = ?',
  'DELETE FROM sessions WHERE id = ?',
]

/** Removes everything that is the session's own; a text that another session uses stays. */
export function removeSession(database: Database, session: SessionId): void {
  const used = database.sql('SELECT hash FROM text_uses WHERE session = ?').all(session)
  forgetWords(database, session)
  for (const statement of statements) database.run(statement, session)
  for (const { hash } of used) {
    const remove = 'DELETE FROM texts WHERE hash = ? AND hash NOT IN (SELECT hash FROM text_uses WHERE hash = ?)'
    database.run(remove, hash as string, hash as string)
  }
}

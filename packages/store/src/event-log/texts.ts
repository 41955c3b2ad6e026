import type { SessionId } from '@convene/domain'
import type { Database } from './database.ts'

/** Stores a large text once, and records that the session uses it. */
export function storeText(database: Database, session: SessionId, hash: string, text: string): void {
  database.run('INSERT OR IGNORE INTO texts (hash, text) VALUES (?, ?)', hash, text)
  database.run('INSERT OR IGNORE INTO text_uses (session, hash) VALUES (?, ?)', session, hash)
}

export function storedText(database: Database, hash: string): string | undefined {
  return database.sql('SELECT text FROM texts WHERE hash = ?').get(hash)?.text as string | undefined
}

/** Removes a session's large texts. A text that another session uses stays. */
export function forgetTexts(database: Database, session: SessionId): void {
  const used = database.sql('SELECT hash FROM text_uses WHERE session = ?').all(session)
  database.run('DELETE FROM text_uses WHERE session = ?', session)
  const remove = 'DELETE FROM texts WHERE hash = ? AND NOT EXISTS (SELECT 1 FROM text_uses WHERE hash = texts.hash)'
  for (const { hash } of used) database.run(remove, hash as string)
}

import type { SessionId } from '@convene/domain'
import type { SessionRow } from '@convene/engine'
import type { Database } from './database.ts'

/**
 * What a person typed, as words to match: each begins a word of the text, all in the same text. Everything is quoted, so
 * that no input is an error of the query language. `undefined` asks for nothing, `'nothing'` can match nothing.
 */
export function searchFor(query: string | undefined): string | undefined {
  if (query === undefined || query.trim() === '') return undefined
  const words = query
    .replaceAll(/["\0]/g, ' ')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}\p{Co}]/u.test(word))
  return words.length === 0 ? 'nothing' : words.map((word) => `"${word}"*`).join(' AND ')
}

/** Makes a message findable; `id` is the row of its event. */
export function indexMessage(database: Database, id: number | bigint, text: string): void {
  database.run('INSERT INTO search (rowid, text) VALUES (?, ?)', id, text)
}

/** Makes a session findable by its title and goal. */
export function indexSession(database: Database, session: SessionId, row: SessionRow): void {
  const replace = 'INSERT OR REPLACE INTO search (rowid, text) SELECT -number, ? FROM sessions WHERE id = ?'
  database.run(replace, `${row.title}\n${row.goal}`, session)
}

/** Forgets every word of a session; before its events and its row are gone. */
export function forgetWords(database: Database, session: SessionId): void {
  const messages = `SELECT id FROM events WHERE session = ? AND type = 'message'`
  database.run(`DELETE FROM search WHERE rowid IN (${messages})`, session)
  database.run('DELETE FROM search WHERE rowid IN (SELECT -number FROM sessions WHERE id = ?)', session)
}

import type { SessionId } from '@convene/domain'
import type { Database } from './database.ts'
import { findable } from './schema.ts'
import { SessionTexts } from './session-texts.ts'

/**
 * Turns user input into words to match: each one is a word prefix, and all must occur in the same text. Everything is
 * quoted, so that no input is a syntax error. `undefined` means no query, `'nothing'` a query that cannot match.
 */
export function searchFor(query: string | undefined): string | undefined {
  if (query === undefined || query.trim() === '') return undefined
  const words = query
    .replaceAll(/["\0]/g, ' ')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}\p{Co}]/u.test(word))
  return words.length === 0 ? 'nothing' : words.map((word) => `"${word}"*`).join(' AND ')
}

/**
 * Indexes every message and title stored since the last call. Not done per append: FTS5 writes a segment per commit,
 * which doubled the cost of a commit with words. `meta.indexed` is the last indexed event. `most` limits the characters
 * per call: indexing a few megabytes takes a second.
 */
export function indexMessages(database: Database, most = Number.POSITIVE_INFINITY): void {
  let indexed = 0
  let last = indexedUpTo(database)
  for (const row of database.sql(findableAfter).iterate(last)) {
    const found = row as unknown as FindableRow
    indexed += indexEvent(database, found)
    last = found.id
    if (indexed >= most) break
  }
  setIndexedUpTo(database, last)
}

/** Returns the number of characters indexed. */
function indexEvent(database: Database, row: FindableRow): number {
  const { id, session, seq, type } = row
  if (type !== 'message' || seq === 1) indexSession(database, session)
  const text = type === 'message' ? textIn(database, row) : undefined
  if (text !== undefined) database.run('INSERT OR REPLACE INTO search (rowid, text) VALUES (?, ?)', id, text)
  return text?.length ?? 0
}

type FindableRow = {
  readonly id: number
  readonly session: SessionId
  readonly seq: number
  readonly type: string
  readonly data: string
  readonly large: string | null
}

const findableAfter = `SELECT id, session, seq, type, data, large FROM events WHERE ${findable} AND id > ? ORDER BY id`

function textIn(database: Database, row: FindableRow): string | undefined {
  try {
    const { text } = new SessionTexts(database, row.session).dataOf(row) as { text?: unknown }
    return typeof text === 'string' ? text : undefined
  } catch {
    return undefined
  }
}

/** The last event whose words can be found. */
export function indexedUpTo(database: Database): number {
  return Number(database.sql(`SELECT value FROM meta WHERE key = 'indexed'`).get()?.value ?? 0)
}

function setIndexedUpTo(database: Database, id: number): void {
  database.run(`INSERT OR REPLACE INTO meta (key, value) VALUES ('indexed', ?)`, String(id))
}

/** The last event with words. */
export function lastFindable(database: Database): number {
  const row = database.sql(`SELECT max(id) AS last FROM events WHERE ${findable}`).get()
  return (row?.last as number | null | undefined) ?? 0
}

/** Indexes a session by its title and goal. */
export function indexSession(database: Database, session: SessionId): void {
  const replace = `INSERT OR REPLACE INTO search (rowid, text) SELECT -number, title || char(10) || goal FROM sessions WHERE id = ?`
  database.run(replace, session)
}

/** Removes a session's words from the index. Must run before its events and its row are removed. */
export function forgetWords(database: Database, session: SessionId): void {
  const messages = `SELECT id FROM events WHERE session = ? AND type = 'message'`
  database.run(`DELETE FROM search WHERE rowid IN (${messages})`, session)
  database.run('DELETE FROM search WHERE rowid IN (SELECT -number FROM sessions WHERE id = ?)', session)
}

/** Call after events are removed: their ids may be reused, and must not count as indexed then. */
export function forgetIds(database: Database): void {
  setIndexedUpTo(database, Math.min(indexedUpTo(database), lastFindable(database)))
}

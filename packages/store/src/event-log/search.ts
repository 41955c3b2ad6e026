import type { SessionId } from '@convene/domain'
import type { Database } from './database.ts'
import { unpack } from './large-texts.ts'
import { findable } from './schema.ts'
import { textOf } from './texts.ts'

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

/**
 * Makes every message and title findable that was stored since the last time. Not done at each append: FTS5 writes a segment
 * for each commit, which doubled what a commit with words cost. `meta.indexed` is the last event whose words are known.
 * `most` is how many characters to stop after: the words of some megabytes take a second.
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

/** How many characters were indexed. */
function indexEvent(database: Database, { id, session, seq, type, data, large }: FindableRow): number {
  if (type !== 'message' || seq === 1) indexSession(database, session)
  const text = type === 'message' ? textIn(database, data, large) : undefined
  if (text !== undefined) database.run('INSERT OR REPLACE INTO search (rowid, text) VALUES (?, ?)', id, text)
  return text?.length ?? 0
}

/** Whether some message cannot be found yet. */
export const isBehind = (database: Database): boolean => lastFindable(database) > indexedUpTo(database)

type FindableRow = {
  readonly id: number
  readonly session: SessionId
  readonly seq: number
  readonly type: string
  readonly data: string
  readonly large: string | null
}

const findableAfter = `SELECT id, session, seq, type, data, large FROM events WHERE ${findable} AND id > ? ORDER BY id`

function textIn(database: Database, data: string, large: string | null): string | undefined {
  try {
    const message = unpack(data, large, (hash) => textOf(database, hash)) as { text?: unknown }
    return typeof message.text === 'string' ? message.text : undefined
  } catch {
    return undefined
  }
}

function indexedUpTo(database: Database): number {
  return Number(database.sql(`SELECT value FROM meta WHERE key = 'indexed'`).get()?.value ?? 0)
}

function setIndexedUpTo(database: Database, id: number): void {
  database.run(`INSERT OR REPLACE INTO meta (key, value) VALUES ('indexed', ?)`, String(id))
}

function lastFindable(database: Database): number {
  const row = database.sql(`SELECT max(id) AS last FROM events WHERE ${findable}`).get()
  return (row?.last as number | null | undefined) ?? 0
}

/** Makes a session findable by its title and goal. */
export function indexSession(database: Database, session: SessionId): void {
  const replace = `INSERT OR REPLACE INTO search (rowid, text) SELECT -number, title || char(10) || goal FROM sessions WHERE id = ?`
  database.run(replace, session)
}

/** Forgets every word of a session; before its events and its row are gone. */
export function forgetWords(database: Database, session: SessionId): void {
  const messages = `SELECT id FROM events WHERE session = ? AND type = 'message'`
  database.run(`DELETE FROM search WHERE rowid IN (${messages})`, session)
  database.run('DELETE FROM search WHERE rowid IN (SELECT -number FROM sessions WHERE id = ?)', session)
}

/** After events are gone: their ids may be given again, and must not count as known then. */
export function forgetIds(database: Database): void {
  setIndexedUpTo(database, Math.min(indexedUpTo(database), lastFindable(database)))
}

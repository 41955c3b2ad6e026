import type { SessionId } from '@convene/domain'
import { type AppendRow, decodeAppend } from './append-row.ts'
import type { Database } from './database.ts'
import { SessionTexts } from './session-texts.ts'

/**
 * Turns user input into words to match: each one is a word prefix, and all must occur in the same text. Everything is
 * quoted, so no input is a syntax error. `undefined` means no query, `'nothing'` a query that cannot match.
 */
export function searchFor(query: string | undefined): string | undefined {
  if (query === undefined || query.trim() === '') return undefined
  const words = query
    .replaceAll(/["\0]/g, ' ')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}\p{Co}]/u.test(word))
  return words.length === 0 ? 'nothing' : words.map((word) => `"${word}"*`).join(' AND ')
}

/** The indexed part of an append: its messages, and whether it names the session. */
export type IndexedWords = { readonly texts: readonly string[]; readonly isNamed: boolean }

type FindableRow = Pick<AppendRow, 'session' | 'batch' | 'seq'> & { readonly id: number }

/** Words still in memory, because this process has just stored them. */
export type Recent = (row: Pick<AppendRow, 'session' | 'seq'>) => IndexedWords | undefined

/**
 * Indexes every message and title stored since the last call. Not done per append: FTS5 writes a segment per commit,
 * which doubled the cost of a commit with words. `meta.indexed` is the last indexed append. `most` limits the
 * characters per call: indexing a few megabytes takes a second.
 */
export function indexMessages(database: Database, most = Number.POSITIVE_INFINITY, recent?: Recent): void {
  let indexed = 0
  let last = indexedUpTo(database)
  const found = 'SELECT id, session, batch, seq FROM appends WHERE findable AND id > ? ORDER BY id'
  for (const row of database.rows<FindableRow>(found, last)) {
    indexed += indexAppend(database, row, recent?.(row) ?? storedWords(database, row))
    last = row.id
    if (indexed >= most) break
  }
  setIndexedUpTo(database, last)
}

/** Returns the number of characters indexed. */
function indexAppend(database: Database, { id, session }: FindableRow, { texts, isNamed }: IndexedWords): number {
  if (isNamed) indexSession(database, session)
  if (texts.length === 0) return 0
  const text = texts.join('\n')
  database.run('INSERT OR REPLACE INTO search (rowid, text) VALUES (?, ?)', id, text)
  return text.length
}

export function wordsToFind(
  events: readonly { readonly type: string; readonly seq: number; readonly data: unknown }[],
): IndexedWords {
  const texts = events.flatMap(({ type, data }) => {
    const text = type === 'message' ? (data as { text?: unknown }).text : undefined
    return typeof text === 'string' ? [text] : []
  })
  return { texts, isNamed: events.some(({ type, seq }) => type === 'session.updated' || seq === 1) }
}

/** Damaged appends have no words. */
function storedWords(database: Database, { id, session, batch }: FindableRow): IndexedWords {
  const texts = new SessionTexts(database, session)
  try {
    const row = database.sql('SELECT * FROM appends WHERE id = ?').get(id) as unknown as AppendRow
    return wordsToFind(
      decodeAppend(row).map((event, index) => {
        const seq = batch + index
        return { type: event.type, seq, data: texts.dataOf(seq, event) }
      }),
    )
  } catch {
    return { texts: [], isNamed: batch === 1 }
  }
}

/** The last append that search can find. */
export function indexedUpTo(database: Database): number {
  return Number(database.sql(`SELECT value FROM meta WHERE key = 'indexed'`).get()?.value ?? 0)
}

function setIndexedUpTo(database: Database, id: number): void {
  database.run(`INSERT OR REPLACE INTO meta (key, value) VALUES ('indexed', ?)`, String(id))
}

/** The last append with words. */
export function lastFindable(database: Database): number {
  const row = database.sql('SELECT max(id) AS last FROM appends WHERE findable').get()
  return (row?.last as number | null | undefined) ?? 0
}

/** Indexes a session by its title and goal. */
export function indexSession(database: Database, session: SessionId): void {
  const replace = `INSERT OR REPLACE INTO search (rowid, text) SELECT -number, title || char(10) || goal FROM sessions WHERE id = ?`
  database.run(replace, session)
}

/** Removes a session's words from the index. Must run before its events and its row are removed. */
export function forgetWords(database: Database, session: SessionId): void {
  const messages = 'SELECT id FROM appends WHERE session = ? AND findable'
  database.run(`DELETE FROM search WHERE rowid IN (${messages})`, session)
  database.run('DELETE FROM search WHERE rowid IN (SELECT -number FROM sessions WHERE id = ?)', session)
}

/** Call after events are removed: their ids may be reused, and must not count as indexed then. */
export function forgetIds(database: Database): void {
  setIndexedUpTo(database, Math.min(indexedUpTo(database), lastFindable(database)))
}

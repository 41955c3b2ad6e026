import { type Event, NewerEvent, type SessionId, saltIn } from '@convene/domain'
import { type AppendRow, decodeAppend } from './append-row.ts'
import { storedLinks } from './chain-text.ts'
import type { Database } from './database.ts'
import { storeDecisions } from './decision-rows.ts'
import { deriveRow } from './derive-row.ts'
import { hashesIn } from './large-texts.ts'
import { quarantine } from './quarantine.ts'
import { readUpTo } from './read-events.ts'
import { derived, derivedTables } from './schema.ts'
import { indexMessages, indexSession } from './search.ts'
import { storeSession } from './session-rows.ts'
import { noteRewritten } from './watch-changes.ts'

/**
 * Drops every derived table and rebuilds it from the events. Rows that this version can read no longer count as
 * damaged.
 */
export function rebuild(database: Database, now: () => number): void {
  const own = !database.connection.isTransaction
  if (own) database.connection.exec('BEGIN IMMEDIATE')
  try {
    for (const table of derivedTables) database.connection.exec(`DROP TABLE IF EXISTS ${table}`)
    database.connection.exec(`${derived}; DELETE FROM quarantine; DELETE FROM meta WHERE key = 'indexed'`)
    rebuildUses(database)
    indexMessages(database)
    rebuildSessions(database, now)
    noteRewritten(database)
    if (own) database.connection.exec('COMMIT')
  } catch (error) {
    if (own && database.connection.isTransaction) database.connection.exec('ROLLBACK')
    throw error
  }
}

/** Whether a derived table is missing. */
export function isIncomplete({ connection }: Database): boolean {
  const names = derivedTables.map((name) => `'${name}'`).join(', ')
  const found = connection.prepare(`SELECT count(*) AS count FROM sqlite_schema WHERE name IN (${names})`).get()
  return found?.count !== derivedTables.length
}

function rebuildUses(database: Database): void {
  const insert = `INSERT OR IGNORE INTO text_uses (session, hash) SELECT ?, hash FROM texts WHERE hash = ?`
  if (database.sql('SELECT 1 FROM texts LIMIT 1').get() === undefined) return
  for (const row of database.rows<AppendRow>('SELECT * FROM appends'))
    for (const event of attempt(() => decodeAppend(row)) ?? [])
      for (const hash of hashesIn(event)) database.run(insert, row.session, hash)
}

function rebuildSessions(database: Database, now: () => number): void {
  for (const { session } of database.sql('SELECT DISTINCT session FROM appends').all()) {
    rebuildSession(database, session as SessionId, now)
  }
}

function rebuildSession(database: Database, session: SessionId, now: () => number): void {
  const { events, stop } = readUpTo(database, session, { after: 0 })
  const isNewer = stop?.error instanceof NewerEvent
  const seq = isNewer ? (lastOf(database, session) ?? 0) : events.length
  storeSession(database, session, { seq, chain: storedChain(database, session, events) }, deriveRow(session, events))
  indexSession(database, session)
  storeDecisions(database, session, events)
  if (stop && !isNewer)
    quarantine(database, { row: stop.row, reason: stop.error.message, at: now(), end: events.length })
  const mark = 'UPDATE sessions SET damaged = (SELECT min(seq) FROM quarantine WHERE session = id) WHERE id = ?'
  database.run(mark, session)
}

/** The chain as it was stored, and not computed again: an event that was changed since must not look right. */
function storedChain(database: Database, session: SessionId, events: readonly Event[]): string {
  const [first] = events
  const link = storedLinks(database, session, 1).findLast(({ seq }) => seq <= events.length)?.link ?? ''
  return `${link} ${first ? saltIn(first) : ''}`
}

/** Events of a newer version stay part of the session: an append by this version must not take their place. */
const lastOf = (database: Database, session: SessionId): number | null =>
  database.sql('SELECT max(seq) AS last FROM appends WHERE session = ?').get(session)?.last as number | null

/**
 * Reads marked sessions and those in `also` again, and lists them as far as they are readable. Returns how many marked
 * ones are intact now.
 */
export function recheck(database: Database, now: () => number, also: readonly SessionId[] = []): number {
  const marked = markedIn(database)
  noteRewritten(database)
  for (const session of new Set([...marked, ...also])) {
    database.run('DELETE FROM quarantine WHERE session = ?', session)
    database.run('DELETE FROM sessions WHERE id = ?', session)
    database.run('DELETE FROM snapshots WHERE session = ?', session)
    if (lastOf(database, session) !== null) rebuildSession(database, session, now)
  }
  const still = markedIn(database)
  return marked.filter((session) => !still.includes(session)).length
}

const markedIn = (database: Database): readonly SessionId[] =>
  database
    .sql('SELECT DISTINCT session FROM quarantine')
    .all()
    .map((row) => row.session as SessionId)

function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

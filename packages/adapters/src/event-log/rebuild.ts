import type { Event, SessionId } from '@convene/domain'
import type { Database } from './database.ts'
import { deriveRow } from './derive-row.ts'
import { hashesIn } from './large-texts.ts'
import { readEvents } from './read-events.ts'
import { derived, derivedTables } from './schema.ts'
import { indexMessages, indexSession } from './search.ts'
import { storeSession } from './session-rows.ts'

/** Drops every derived table and makes it again from the events. Rows that a newer program can read are damaged no more. */
export function rebuild(database: Database, now: () => number): void {
  const own = !database.connection.isTransaction
  if (own) database.connection.exec('BEGIN IMMEDIATE')
  try {
    for (const table of derivedTables) database.connection.exec(`DROP TABLE IF EXISTS ${table}`)
    database.connection.exec(`${derived}; DELETE FROM quarantine; DELETE FROM meta WHERE key = 'indexed'`)
    rebuildUses(database)
    indexMessages(database)
    rebuildSessions(database, now)
    if (own) database.connection.exec('COMMIT')
  } catch (error) {
    if (own && database.connection.isTransaction) database.connection.exec('ROLLBACK')
    throw error
  }
}

/** Whether some derived table is not there. */
export function isIncomplete({ connection }: Database): boolean {
  const names = derivedTables.map((name) => `'${name}'`).join(', ')
  const found = connection.prepare(`SELECT count(*) AS count FROM sqlite_schema WHERE name IN (${names})`).get()
  return found?.count !== derivedTables.length
}

function rebuildUses(database: Database): void {
  const insert = `INSERT OR IGNORE INTO text_uses (session, hash) SELECT ?, hash FROM texts WHERE hash = ?`
  for (const row of database.sql('SELECT session, large FROM events WHERE large IS NOT NULL').iterate()) {
    const { session, large } = row as { session: string; large: string }
    for (const hash of attempt(() => hashesIn(large)) ?? []) database.run(insert, session, hash)
  }
}

function rebuildSessions(database: Database, now: () => number): void {
  for (const { session } of database.sql('SELECT DISTINCT session FROM events').all()) {
    rebuildSession(database, session as SessionId, now)
  }
}

function rebuildSession(database: Database, session: SessionId, now: () => number): void {
  const events: readonly Event[] = readEvents(database, session, { after: 0 }, now)
  const row = deriveRow(session, events)
  storeSession(database, session, events.length, row)
  indexSession(database, session)
  const mark = 'UPDATE sessions SET damaged = (SELECT min(seq) FROM quarantine WHERE session = id) WHERE id = ?'
  database.run(mark, session)
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

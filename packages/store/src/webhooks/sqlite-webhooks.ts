import { DatabaseSync } from 'node:sqlite'
import type { SessionId } from '@convene/domain'
import { NEVER_FORGOTTEN, type WebhookState } from '@convene/engine'
import { createPrivately } from '@convene/platform'
import { type Database, database } from '../event-log/database.ts'
import { withStorageFailures } from '../event-log/storage-failure.ts'

export type SqliteWebhooks = WebhookState & { close(): Promise<void> }

const MOST_SIGNATURES = 10_000

const schema = `
  CREATE TABLE IF NOT EXISTS urls (url TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS places (
    url TEXT NOT NULL, session TEXT NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (url, session)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS signatures (number INTEGER PRIMARY KEY, signature TEXT NOT NULL UNIQUE) STRICT;
`

/**
 * Webhook state in a separate file, opened when the first webhook needs it: most data folders never have one, and what
 * is written here must not wake the log's watchers.
 */
export function sqliteWebhooks(path: string): SqliteWebhooks {
  let opened: Database | undefined
  const answer = async <T>(work: (state: Database) => T): Promise<T> =>
    withStorageFailures(() => {
      opened ??= open(path)
      return work(opened)
    })
  return {
    places: (url) => answer((state) => placesOf(state, url)),
    keepPlaces: (url, places) => answer((state) => atomically(state, () => keepPlaces(state, url, places))),
    remember: (signatures) => answer((state) => atomically(state, () => remember(state, signatures))),
    // There is one server per data folder.
    claim: async () => Number.POSITIVE_INFINITY,
    release: async () => undefined,
    async close() {
      opened?.connection.close()
      opened = undefined
    },
  }
}

function open(path: string): Database {
  createPrivately(path)
  const connection = new DatabaseSync(path, { timeout: 5_000 })
  try {
    connection.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; ${schema}`)
    return database(path, connection)
  } catch (error) {
    connection.close()
    throw error
  }
}

function atomically<T>(state: Database, work: () => T): T {
  state.run('BEGIN IMMEDIATE')
  try {
    const result = work()
    state.run('COMMIT')
    return result
  } catch (error) {
    if (state.connection.isTransaction) state.run('ROLLBACK')
    throw error
  }
}

function placesOf(state: Database, url: string): ReadonlyMap<SessionId, number> | undefined {
  if (!state.sql('SELECT 1 FROM urls WHERE url = ?').get(url)) return undefined
  const rows = state.sql('SELECT session, seq FROM places WHERE url = ?').all(url)
  return new Map(rows.map(({ session, seq }) => [session as SessionId, seq as number]))
}

function keepPlaces(state: Database, url: string, places: ReadonlyMap<SessionId, number | null>): void {
  state.run('INSERT OR IGNORE INTO urls (url) VALUES (?)', url)
  for (const [session, seq] of places)
    if (seq === null) state.run('DELETE FROM places WHERE url = ? AND session = ?', url, session)
    else state.run('INSERT OR REPLACE INTO places (url, session, seq) VALUES (?, ?, ?)', url, session, seq)
}

function remember(state: Database, signatures: readonly string[]): readonly string[] {
  const known = state.sql('SELECT 1 FROM signatures WHERE signature = ?')
  const fresh = [...new Set(signatures)].filter((signature) => !known.get(signature))
  for (const signature of fresh) state.run('INSERT INTO signatures (signature) VALUES (?)', signature)
  state.run(
    'DELETE FROM signatures WHERE number <= (SELECT max(number) FROM signatures) - ? AND signature NOT GLOB ?',
    ...[MOST_SIGNATURES, `${NEVER_FORGOTTEN}*`],
  )
  return fresh
}

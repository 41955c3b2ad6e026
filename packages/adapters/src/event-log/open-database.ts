import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StorageFailure } from '@convene/engine'
import { type Database, database } from './database.ts'
import { migrate } from './migrate.ts'
import { withStorageFailures } from './storage-failure.ts'

export function openDatabase(path: string, { now }: { now: () => number }): { database: Database; notices: string[] } {
  return withStorageFailures(() => {
    refuseOldSqlite(process.versions.sqlite ?? '0')
    createPrivately(path)
    const opened = database(path, connect(path))
    const notices = migrate(opened, now)
    return { database: opened, notices }
  })
}

/** Before 3.51.3 a write-ahead log could damage the database. */
const oldest = [3, 51, 3] as const

export function refuseOldSqlite(version: string): void {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  const [x, y, z] = oldest
  if (major * 1e6 + minor * 1e3 + patch >= x * 1e6 + y * 1e3 + z) return
  const sentence = `SQLite ${version} can damage a database; Convene needs ${oldest.join('.')} or later. Update Node.`
  throw new StorageFailure('old_sqlite', sentence)
}

/** Only for the owner's eyes, before the first byte is in it. SQLite gives the files beside it the same mode. */
function createPrivately(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  closeSync(openSync(path, 'a', 0o600))
  chmodSync(path, 0o600)
}

/** How long opening waits for another process; after that the loop is held for `busyMs` at most, and tries again. */
const openingMs = 10_000
const busyMs = 100

function connect(path: string): DatabaseSync {
  const connection = new DatabaseSync(path, { timeout: openingMs })
  connection.exec('PRAGMA journal_mode = WAL')
  connection.exec('PRAGMA synchronous = FULL')
  connection.exec('PRAGMA foreign_keys = ON')
  connection.exec('PRAGMA journal_size_limit = 67108864')
  connection.exec(`PRAGMA busy_timeout = ${busyMs}`)
  return connection
}

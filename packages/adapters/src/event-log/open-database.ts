import { rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { StorageFailure } from '@convene/engine'
import { createPrivately } from './create-privately.ts'
import { type Database, database } from './database.ts'
import { type Examination, examinationFor, examine, refuseNewerFile } from './health.ts'
import { migrate, versionOf } from './migrate.ts'
import { isIncomplete, rebuild } from './rebuild.ts'
import { finishRecovery, recover } from './recover.ts'
import { storageFailure, withStorageFailures } from './storage-failure.ts'

export type Opened = { readonly database: Database; readonly notices: readonly string[] }

/** Opens, creates, migrates or recovers the database. `notices` are for a person. */
export function openDatabase(path: string, now: () => number): Opened {
  return withStorageFailures(() => {
    refuseOldSqlite(process.versions.sqlite ?? '0')
    finishRecovery(path)
    createPrivately(path)
    refuseNewerFile(path)
    try {
      return openSound(path, now, examinationFor(path))
    } catch (error) {
      const failure = storageFailure(error)
      if (failure?.code !== 'damaged') throw error
      return openRecovered(path, failure.message, now)
    }
  })
}

function openSound(path: string, now: () => number, examination: Examination): Opened {
  const opened = connect(path)
  try {
    if (versionOf(opened) > 0) examine(opened, examination)
    const notices = migrate(opened, now)
    if (isIncomplete(opened)) rebuild(opened, now)
    opened.connection.exec(`PRAGMA busy_timeout = ${busyMs}`)
    return { database: opened, notices }
  } catch (error) {
    opened.connection.close()
    throw error
  }
}

/** One process recovers at a time; who waited for it finds a sound file. */
function openRecovered(path: string, reason: string, now: () => number): Opened {
  const lock = new DatabaseSync(`${path}.lock`, { timeout: 600_000 })
  try {
    lock.exec('BEGIN EXCLUSIVE')
    const again = attempt(() => openSound(path, now, 'whole'))
    if (again) return again
    const notice = recover(path, reason, now)
    const { database, notices } = openSound(path, now, 'none')
    return { database, notices: [notice, ...notices] }
  } finally {
    rmSync(`${path}.lock`, { force: true })
    lock.close()
  }
}

/** The file, or undefined when it is damaged. */
function attempt(open: () => Opened): Opened | undefined {
  try {
    return open()
  } catch (error) {
    if (storageFailure(error)?.code !== 'damaged') throw error
    return undefined
  }
}

/** Before this version a write-ahead log could damage the database. */
const oldest = '3.51.3'

export function refuseOldSqlite(version: string): void {
  if (isAtLeast(version.split('.').map(Number), oldest.split('.').map(Number))) return
  const sentence = `SQLite ${version} can damage a database; ${oldest} or later is needed. Update Node: SQLite comes with it.`
  throw new StorageFailure('old_sqlite', sentence)
}

function isAtLeast(version: readonly number[], least: readonly number[]): boolean {
  const different = least.findIndex((part, index) => part !== version[index])
  return different === -1 || (version[different] ?? 0) > (least[different] ?? 0)
}

/** Opening may wait for another process that migrates; later the event loop is held this long at most, and tries again. */
const openingMs = 60_000
const busyMs = 100

const pragmas = ['journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON', 'journal_size_limit = 67108864']

function connect(path: string): Database {
  const connection = new DatabaseSync(path, { timeout: openingMs })
  try {
    for (const pragma of pragmas) connection.exec(`PRAGMA ${pragma}`)
    return database(path, connection)
  } catch (error) {
    connection.close()
    throw error
  }
}

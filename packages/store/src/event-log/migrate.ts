import { chmodSync, closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { StorageFailure } from '@convene/engine'
import { addMoves } from './add-moves.ts'
import { addToSessions } from './add-to-sessions.ts'
import type { Database } from './database.ts'
import { convertEvents } from './former-events.ts'
import { derived, formerEvents, formerIndexes, truth } from './schema.ts'
import { timestamp } from './timestamp.ts'

/** Migrates a database from one version to the next, inside a transaction. */
export type Step = (database: Database) => void

/** Forward only: step n produces version n + 1. A released step never changes. */
export const steps: readonly Step[] = [
  ({ connection }) => connection.exec(formerEvents + truth + derived),
  ({ connection }) => connection.exec('ALTER TABLE events ADD COLUMN step TEXT'),
  (database) => addToSessions(database, 'position', 'REAL'),
  ({ connection }) => connection.exec('ALTER TABLE events ADD COLUMN sum INTEGER'),
  (database) => addToSessions(database, 'summary', "TEXT NOT NULL DEFAULT ''"),
  ({ connection }) => connection.exec(derived),
  // From here on events may refer to texts of earlier ones, which an older version would read as damaged.
  ({ connection }) => connection.exec(formerIndexes),
  convertEvents,
  addMoves,
]

/**
 * Migrates the database to the newest version, one step and one backup at a time. A kill leaves the old version or the
 * new one.
 */
export function migrate(database: Database, now: () => number, path: readonly Step[] = steps): readonly string[] {
  const from = versionOf(database)
  refuseNewer(from, path.length)
  return path.slice(from).flatMap((step, index) => take(database, step, from + index, now))
}

/** A database from a newer version is not touched: an older program would misread it. */
export function refuseNewer(version: number, known = steps.length): void {
  if (version <= known) return
  const sentence = `A newer version of Convene wrote this data folder (format ${version}, this version supports ${known}). Nothing was changed. Update Convene, or set CONVENE_HOME to another folder.`
  throw new StorageFailure('newer_version', sentence)
}

export const versionOf = (database: Database): number =>
  database.sql('PRAGMA user_version').get()?.user_version as number

function take(database: Database, step: Step, version: number, now: () => number): readonly string[] {
  const backup = isNew(database, version) ? undefined : backUp(database, version, now)
  if (!inTransaction(database, version, step)) {
    if (backup !== undefined) rmSync(backup, { force: true })
    return []
  }
  return backup === undefined
    ? []
    : [`Migrated the database from format ${version} to ${version + 1}. A backup of the old one is in ${backup}.`]
}

/** The table that holds the events in a database of this version. */
export const logTable = (version: number): string => (version < 8 ? 'events' : 'appends')

/**
 * Contains nothing worth a backup. Version and rows are read in one snapshot: another process may run this step in
 * between, and leave other tables behind.
 */
function isNew(database: Database, version: number): boolean {
  const { connection } = database
  connection.exec('BEGIN')
  try {
    if (version === 0 || versionOf(database) !== version) return true
    return connection.prepare(`SELECT 1 FROM ${logTable(version)} LIMIT 1`).get() === undefined
  } finally {
    connection.exec('COMMIT')
  }
}

/** False if another process has already run the step. */
function inTransaction(database: Database, version: number, step: Step): boolean {
  const { connection } = database
  connection.exec('BEGIN IMMEDIATE')
  try {
    const mine = versionOf(database) === version
    if (mine) {
      step(database)
      connection.exec(`PRAGMA user_version = ${version + 1}`)
    }
    connection.exec('COMMIT')
    return mine
  } catch (error) {
    if (connection.isTransaction) connection.exec('ROLLBACK')
    throw error
  }
}

/**
 * A complete copy, synced to disk before it gets its final name: a partial backup must not look like a complete one.
 */
function backUp(database: Database, version: number, now: () => number): string {
  const name = `${database.path}.backup-${version}-${timestamp(now())}-${process.pid}`
  const unfinished = `${name}.unfinished`
  rmSync(unfinished, { force: true })
  database.connection.prepare('VACUUM INTO ?').run(unfinished)
  chmodSync(unfinished, 0o600)
  const file = openSync(unfinished, 'r')
  fsyncSync(file)
  closeSync(file)
  renameSync(unfinished, name)
  return name
}

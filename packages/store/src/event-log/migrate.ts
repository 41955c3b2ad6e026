import { chmodSync, closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { StorageFailure } from '@convene/engine'
import type { Database } from './database.ts'
import { derived, indexes, truth } from './schema.ts'
import { timestamp } from './timestamp.ts'

/** Takes a database from one version to the next, inside a transaction. */
export type Step = (database: Database) => void

/** Forward only: step n makes version n + 1. One that was released never changes. */
export const steps: readonly Step[] = [
  ({ connection }) => connection.exec(truth + indexes + derived),
  ({ connection }) => connection.exec('ALTER TABLE events ADD COLUMN step TEXT'),
  (database) => addToSessions(database, 'position', 'REAL'),
  ({ connection }) => connection.exec('ALTER TABLE events ADD COLUMN sum INTEGER'),
  (database) => addToSessions(database, 'summary', "TEXT NOT NULL DEFAULT ''"),
]

/** One more column of what is derived. A table that was derived anew has it already. */
function addToSessions({ connection }: Database, column: string, type: string): void {
  const has = connection.prepare("SELECT count(*) AS count FROM pragma_table_info('sessions') WHERE name = ?")
  if (has.get(column)?.count === 0) connection.exec(`ALTER TABLE sessions ADD COLUMN ${column} ${type}`)
}

/** Brings the database to the newest version, one step and one backup at a time; a kill leaves the old one or the new one. */
export function migrate(database: Database, now: () => number, path: readonly Step[] = steps): readonly string[] {
  const from = versionOf(database)
  refuseNewer(from, path.length)
  return path.slice(from).flatMap((step, index) => take(database, step, from + index, now))
}

/** A database of a newer program is not touched: an older one would misread it. */
export function refuseNewer(version: number, known = steps.length): void {
  if (version <= known) return
  const sentence = `The data folder was written by a newer Convene (format ${version}; this one knows ${known}). Nothing was changed. Update Convene, or set CONVENE_HOME to another folder.`
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
    : [`The database was brought from format ${version} to ${version + 1}. What it was before is in ${backup}.`]
}

/** Nothing in it that a backup could keep. */
const isNew = (database: Database, version: number): boolean =>
  version === 0 || database.sql('SELECT 1 FROM events LIMIT 1').get() === undefined

/** False when another process has taken the step meanwhile. */
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

/** A whole copy, on the disk before it has its name: half a backup must not look like one. */
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

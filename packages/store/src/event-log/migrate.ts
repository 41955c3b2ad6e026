import { chmodSync, closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { StorageFailure } from '@convene/engine'
import type { Database } from './database.ts'
import { derived, truth } from './schema.ts'
import { timestamp } from './timestamp.ts'

/** Migrates a database from one version to the next, inside a transaction. */
export type MigrationStep = (database: Database) => void

/** Marks a file as ours: `Con1`. Databases from before the first release lack it. */
export const APPLICATION = 0x436f6e31

/** Forward only: step n produces version n + 1. A released step never changes. */
export const migrationSteps: readonly MigrationStep[] = [
  ({ connection }) => connection.exec(`PRAGMA application_id = ${APPLICATION}; ${truth} ${derived}`),
]

/**
 * Migrates the database to the newest version, one step and one backup at a time. A kill leaves the old version or the
 * new one.
 */
export function migrate(
  database: Database,
  now: () => number,
  path: readonly MigrationStep[] = migrationSteps,
): readonly string[] {
  refuseFormat(storedFormat(database), path.length)
  const from = schemaVersion(database)
  return path.slice(from).flatMap((step, index) => take(database, step, from + index, now))
}

/** What the file says about itself: its version, and which program it belongs to. */
export type Format = { readonly version: number; readonly application: number }

/** A database that this version would misread is not touched: one from a newer version, or not from a release. */
export function refuseFormat({ version, application }: Format, known = migrationSteps.length): void {
  if (version > 0 && application !== APPLICATION)
    throw new StorageFailure(
      'unreleased_format',
      'The database in this data folder is from before the first release of Convene. Nothing was changed. Move convene.db somewhere else to start with an empty one, or set CONVENE_HOME to another folder.',
    )
  if (version <= known) return
  const sentence = `A newer version of Convene wrote this data folder (format ${version}, this version supports ${known}). Nothing was changed. Update Convene, or set CONVENE_HOME to another folder.`
  throw new StorageFailure('newer_version', sentence)
}

export const storedFormat = (database: Database): Format => ({
  version: schemaVersion(database),
  application: database.sql('PRAGMA application_id').get()?.application_id as number,
})

export const schemaVersion = (database: Database): number =>
  database.sql('PRAGMA user_version').get()?.user_version as number

function take(database: Database, step: MigrationStep, version: number, now: () => number): readonly string[] {
  const backup = isNew(database, version) ? undefined : backUp(database, version, now)
  if (!inTransaction(database, version, step)) {
    if (backup !== undefined) rmSync(backup, { force: true })
    return []
  }
  return backup === undefined
    ? []
    : [`Migrated the database from format ${version} to ${version + 1}. A backup of the old one is in ${backup}.`]
}

/**
 * Contains nothing worth a backup. Version and rows are read in one snapshot: another process may run this step in
 * between, and leave other tables behind.
 */
function isNew(database: Database, version: number): boolean {
  const { connection } = database
  connection.exec('BEGIN')
  try {
    if (version === 0 || schemaVersion(database) !== version) return true
    return connection.prepare('SELECT 1 FROM appends LIMIT 1').get() === undefined
  } finally {
    connection.exec('COMMIT')
  }
}

/** False if another process has already run the step. */
function inTransaction(database: Database, version: number, step: MigrationStep): boolean {
  const { connection } = database
  connection.exec('BEGIN IMMEDIATE')
  try {
    const mine = schemaVersion(database) === version
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

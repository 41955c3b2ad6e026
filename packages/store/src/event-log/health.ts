import { closeSync, existsSync, openSync, readSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { StorageFailure } from '@convene/engine'
import type { Database } from './database.ts'
import { refuseFormat } from './migrate.ts'

/** How much of a file is checked on open. */
export type Examination = 'none' | 'ends' | 'whole'

/** `quick_check` reads the whole file: 1 ms per megabyte if the system has it cached, 20 ms if not. */
const smallFile = 8_000_000

/**
 * How thoroughly to check a file before it is opened. The last process to close a database removes its write-ahead log,
 * so without one every process closed it cleanly. With one, either another process has it open, or a process or the
 * machine died: then small files are read completely, and of large ones the schema and both ends. A large file found
 * damaged while in use is marked and read completely the next time it is opened.
 */
export function examinationFor(path: string): Examination {
  if (existsSync(suspectMark(path))) return 'whole'
  if (sizeOf(`${path}-wal`) === 0) return 'none'
  return sizeOf(path) <= smallFile ? 'whole' : 'ends'
}

/** Throws a `StorageFailure`, or SQLite's own error if the database is damaged. */
export function examine(database: Database, examination: Examination): void {
  if (examination === 'none') return
  if (examination === 'ends') {
    database.sql('SELECT * FROM appends ORDER BY id DESC LIMIT 100').all()
    database.sql('SELECT * FROM appends ORDER BY id LIMIT 1').all()
    return
  }
  const [first] = database.sql('PRAGMA quick_check(1)').all()
  if (first?.quick_check !== 'ok') throw new StorageFailure('damaged', String(first?.quick_check))
  rmSync(suspectMark(database.path), { force: true })
}

/** Marks the file as damaged, so that the next process checks all of it. */
export function noteDamage(path: string, failure: unknown): void {
  if (!(failure instanceof StorageFailure) || failure.code !== 'damaged') return
  try {
    writeFileSync(suspectMark(path), failure.message, { mode: 0o600 })
  } catch {
    // If the mark cannot be written either, the original failure already reports the disk.
  }
}

const HEADER = 72

/** Reads only the first bytes, so that a database in another format is not even opened. */
export function refuseFileFormat(path: string): void {
  const header = Buffer.alloc(HEADER)
  const file = openSync(path, 'r')
  try {
    readSync(file, header, 0, HEADER, 0)
  } finally {
    closeSync(file)
  }
  if (header.toString('latin1', 0, 15) === 'SQLite format 3')
    refuseFormat({ version: header.readUInt32BE(60), application: header.readUInt32BE(68) })
}

const suspectMark = (path: string): string => `${path}.suspect`

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

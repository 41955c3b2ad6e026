import { closeSync, existsSync, openSync, readSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { StorageFailure } from '@convene/engine'
import type { Database } from './database.ts'
import { refuseNewer } from './migrate.ts'

/** How much of a file is examined when it is opened. */
export type Examination = 'none' | 'ends' | 'whole'

/** `quick_check` reads the whole file: 1 ms a megabyte when the system has it in memory, 20 when it has not. */
const smallFile = 8_000_000

/**
 * How carefully to look at a file that is about to be opened. The last process to close a database removes its
 * write-ahead log, so without one everything was closed well. With one, somebody else has it open, or a process or the
 * machine died: small files are then read whole, of large ones the schema and both ends. A large file that turns out to
 * be damaged while it is used is marked, and read whole when it is opened next.
 */
export function examinationFor(path: string): Examination {
  if (existsSync(suspectMark(path))) return 'whole'
  if (sizeOf(`${path}-wal`) === 0) return 'none'
  return sizeOf(path) <= smallFile ? 'whole' : 'ends'
}

/** Throws a `StorageFailure` or what SQLite throws when the database is damaged. */
export function examine(database: Database, examination: Examination): void {
  if (examination === 'none') return
  if (examination === 'ends') {
    database.sql('SELECT * FROM events ORDER BY id DESC LIMIT 100').all()
    database.sql('SELECT * FROM events ORDER BY id LIMIT 1').all()
    return
  }
  const [first] = database.sql('PRAGMA quick_check(1)').all()
  if (first?.quick_check !== 'ok') throw new StorageFailure('damaged', String(first?.quick_check))
  rmSync(suspectMark(database.path), { force: true })
}

/** Remembers that the file was found damaged, so that the next process examines all of it. */
export function noteDamage(path: string, failure: unknown): void {
  if (!(failure instanceof StorageFailure) || failure.code !== 'damaged') return
  try {
    writeFileSync(suspectMark(path), failure.message, { mode: 0o600 })
  } catch {
    // A disk that takes no mark is reported by what failed on it.
  }
}

/** Looks at the first bytes alone, so that a database of a newer program is not even opened. */
export function refuseNewerFile(path: string): void {
  const header = Buffer.alloc(64)
  const file = openSync(path, 'r')
  try {
    readSync(file, header, 0, 64, 0)
  } finally {
    closeSync(file)
  }
  if (header.toString('latin1', 0, 15) === 'SQLite format 3') refuseNewer(header.readUInt32BE(60))
}

const suspectMark = (path: string): string => `${path}.suspect`

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

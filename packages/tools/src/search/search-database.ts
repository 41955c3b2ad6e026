import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createPrivately } from '@convene/platform'

/** Change it to rebuild every cache. */
const VERSION = 2

/** Tables of files, their passages, and the words of these. */
export const SEARCH_SCHEMA = `
  CREATE TABLE files (id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, mtime REAL NOT NULL, size INTEGER NOT NULL, hash TEXT NOT NULL);
  CREATE TABLE passages (id INTEGER PRIMARY KEY, file INTEGER NOT NULL, start INTEGER NOT NULL);
  CREATE INDEX passages_by_file ON passages (file);
  CREATE VIRTUAL TABLE words USING fts5 (path, text, parts, tokenize = "porter unicode61 remove_diacritics 2");
  PRAGMA user_version = ${VERSION};
`

/** Opens the cache of a workspace. An old or damaged one is rebuilt. */
export function openSearchDatabase(home: string, workspace: string): DatabaseSync {
  try {
    return open(pathOf(home, workspace))
  } catch {
    removeSearchDatabase(home, workspace)
    return open(pathOf(home, workspace))
  }
}

/** Deletes the cache of a workspace. */
export function removeSearchDatabase(home: string, workspace: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(pathOf(home, workspace) + suffix, { force: true })
}

const pathOf = (home: string, workspace: string): string =>
  join(home, 'cache', 'search', `${createHash('sha256').update(workspace).digest('hex').slice(0, 24)}.db`)

function open(path: string): DatabaseSync {
  createPrivately(path)
  const database = new DatabaseSync(path, { timeout: 5_000 })
  try {
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF')
    const version = Number(database.prepare('PRAGMA user_version').get()?.user_version ?? 0)
    if (version === 0) database.exec(`BEGIN IMMEDIATE; ${SEARCH_SCHEMA} COMMIT`)
    else if (version !== VERSION) throw new Error('another version')
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

import { randomUUID } from 'node:crypto'
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Processes } from '@convene/engine'
import { createPrivately } from '../files/create-privately.ts'
import { nodeProcesses } from '../processes/node-processes.ts'

/** Placeholder contents. `here` is the current folder, for files in which git reads a folder name. */
const texts = { folder: undefined, file: '', here: '.\n' } as const

/** A path that must exist while a command runs: only an existing path can be bound read-only. */
export type PathLock = { readonly path: string; readonly as: keyof typeof texts }

const schema = `
  PRAGMA synchronous = OFF;
  CREATE TABLE IF NOT EXISTS holds (
    hold TEXT NOT NULL, pid INTEGER NOT NULL, started_at INTEGER NOT NULL, path TEXT NOT NULL, kind TEXT NOT NULL,
    PRIMARY KEY (path, hold)
  ) STRICT, WITHOUT ROWID;
`

/**
 * Creates an empty placeholder for each missing path and returns the function that removes them. Locks are recorded in
 * a database shared by all processes before any placeholder is created: the last holder removes a path, and the next
 * process cleans up after a killed one. Paths that already existed are never removed.
 */
export function lockPaths(
  home: string,
  wanted: readonly PathLock[],
  processes: Processes = nodeProcesses(),
): () => void {
  const id = randomUUID()
  const missing = transaction(home, (database) => {
    removeDead(database, processes)
    const ours = wanted.filter(({ path }) => !existsSync(path) || isLocked(database, path))
    const { pid, startedAt } = processes.self
    const insert = database.prepare('INSERT INTO holds (hold, pid, started_at, path, kind) VALUES (?, ?, ?, ?, ?)')
    for (const { path, as } of ours) insert.run(id, pid, startedAt, path, as)
    return ours
  })
  missing.forEach(createPlaceholder)
  return () => {
    if (missing.length === 0) return
    transaction(home, (database) => {
      database.prepare('DELETE FROM holds WHERE hold = ?').run(id)
      for (const lock of missing.toReversed()) if (!isLocked(database, lock.path)) removePlaceholder(lock)
    })
  }
}

/** Removes the placeholders that killed processes left in workspaces. Never fails: the next start tries again. */
export function releaseDeadLocks(home: string, processes: Processes = nodeProcesses()): void {
  if (!existsSync(fileIn(home))) return
  try {
    transaction(home, (database) => removeDead(database, processes))
  } catch {
    // The database is busy or unreadable. This cleanup can wait.
  }
}

const fileIn = (home: string): string => join(home, 'holds.sqlite')

/** Serialized across all processes of the machine. If a process dies inside, SQLite releases its lock. */
function transaction<T>(home: string, work: (database: DatabaseSync) => T): T {
  const path = fileIn(home)
  createPrivately(path)
  const database = new DatabaseSync(path, { timeout: 10_000 })
  try {
    database.exec(schema)
    database.exec('BEGIN IMMEDIATE')
    const result = work(database)
    database.exec('COMMIT')
    return result
  } finally {
    database.close()
  }
}

const isLocked = (database: DatabaseSync, path: string): boolean =>
  database.prepare('SELECT 1 FROM holds WHERE path = ? LIMIT 1').get(path) !== undefined

type Row = { readonly id: string; readonly pid: number; readonly startedAt: number } & PathLock

function removeDead(database: DatabaseSync, processes: Processes): void {
  const select = 'SELECT hold AS id, pid, started_at AS startedAt, path, kind AS "as" FROM holds ORDER BY path DESC'
  const rows = database.prepare(select).all() as unknown as readonly Row[]
  for (const row of rows) {
    if (processes.alive(row)) continue
    database.prepare('DELETE FROM holds WHERE hold = ? AND path = ?').run(row.id, row.path)
    if (!isLocked(database, row.path)) removePlaceholder(row)
  }
}

function createPlaceholder({ path, as }: PathLock): void {
  try {
    const text = texts[as]
    if (text === undefined) mkdirSync(path)
    else writeFileSync(path, text, { flag: 'wx' })
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error
  }
}

/**
 * Whether there is nothing to keep at a path: nothing at all, or only a placeholder, ours or another process's. What
 * has just disappeared was a placeholder, and another process may create the next one at any moment. If it were
 * mistaken for a command's file, it would be moved away, and the other process's command would run unguarded.
 */
export function holdsNothing(path: string): boolean {
  try {
    const found = lstatSync(path)
    if (found.isDirectory()) return readdirSync(path).length === 0
    if (!found.isFile() || found.size > 2) return false
    return ['', '.\n'].includes(readFileSync(path, 'utf8'))
  } catch (error) {
    return (error as { code?: string }).code === 'ENOENT'
  }
}

function removePlaceholder({ path, as }: PathLock): void {
  try {
    if (as === 'folder') rmdirSync(path)
    else if (holdsNothing(path)) rmSync(path)
  } catch {
    // Already gone, or someone has put content there, which is theirs to keep.
  }
}

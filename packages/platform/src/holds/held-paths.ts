import { randomUUID } from 'node:crypto'
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Processes } from '@convene/engine'
import { createPrivately } from '../files/create-privately.ts'
import { nodeProcesses } from '../processes/node-processes.ts'

/** What is made: an empty folder, an empty file, or a file that says "here", where git reads the name of a folder. */
const texts = { folder: undefined, file: '', here: '.\n' } as const

/** A path that must exist while a command runs: only what exists can be bound read-only. */
export type Held = { readonly path: string; readonly as: keyof typeof texts }

const schema = `
  PRAGMA synchronous = OFF;
  CREATE TABLE IF NOT EXISTS holds (
    hold TEXT NOT NULL, pid INTEGER NOT NULL, started_at INTEGER NOT NULL, path TEXT NOT NULL, kind TEXT NOT NULL,
    PRIMARY KEY (path, hold)
  ) STRICT, WITHOUT ROWID;
`

/**
 * Makes the paths that are missing, empty; gives back what takes them away again. Who holds what is written down before
 * anything is made, in a file that all processes share: the last one takes a path away, and what a killed process has
 * left is taken away by the next. Paths that were there are nobody's to take away.
 */
export function holdPaths(home: string, wanted: readonly Held[], processes: Processes = nodeProcesses()): () => void {
  const hold = randomUUID()
  const missing = journal(home, (holds) => {
    forgetDead(holds, processes)
    const ours = wanted.filter(({ path }) => !existsSync(path) || isHeld(holds, path))
    const { pid, startedAt } = processes.self
    const insert = holds.prepare('INSERT INTO holds (hold, pid, started_at, path, kind) VALUES (?, ?, ?, ?, ?)')
    for (const { path, as } of ours) insert.run(hold, pid, startedAt, path, as)
    return ours
  })
  missing.forEach(make)
  return () => {
    if (missing.length === 0) return
    journal(home, (holds) => {
      holds.prepare('DELETE FROM holds WHERE hold = ?').run(hold)
      for (const held of missing.toReversed()) if (!isHeld(holds, held.path)) takeAway(held)
    })
  }
}

/** Takes away what killed processes have left in workspaces. Never fails: the next start tries again. */
export function releaseDeadHolds(home: string, processes: Processes = nodeProcesses()): void {
  if (!existsSync(fileIn(home))) return
  try {
    journal(home, (holds) => forgetDead(holds, processes))
  } catch {
    // Another process works on it, or it cannot be read: nothing depends on it being done now.
  }
}

const fileIn = (home: string): string => join(home, 'holds.sqlite')

/** One at a time, between all processes of the machine; a process that dies in it lets go. */
function journal<T>(home: string, work: (holds: DatabaseSync) => T): T {
  const path = fileIn(home)
  createPrivately(path)
  const holds = new DatabaseSync(path, { timeout: 10_000 })
  try {
    holds.exec(schema)
    holds.exec('BEGIN IMMEDIATE')
    const result = work(holds)
    holds.exec('COMMIT')
    return result
  } finally {
    holds.close()
  }
}

const isHeld = (holds: DatabaseSync, path: string): boolean =>
  holds.prepare('SELECT 1 FROM holds WHERE path = ? LIMIT 1').get(path) !== undefined

type Row = { readonly hold: string; readonly pid: number; readonly startedAt: number } & Held

function forgetDead(holds: DatabaseSync, processes: Processes): void {
  const select = 'SELECT hold, pid, started_at AS startedAt, path, kind AS "as" FROM holds ORDER BY path DESC'
  const rows = holds.prepare(select).all() as unknown as readonly Row[]
  for (const row of rows) {
    if (processes.alive(row)) continue
    holds.prepare('DELETE FROM holds WHERE hold = ? AND path = ?').run(row.hold, row.path)
    if (!isHeld(holds, row.path)) takeAway(row)
  }
}

function make({ path, as }: Held): void {
  try {
    const text = texts[as]
    if (text === undefined) mkdirSync(path)
    else writeFileSync(path, text, { flag: 'wx' })
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error
  }
}

/** Whether this is what is made in the place of something, by us or by another process, and so says nothing. */
export function isMade(path: string): boolean {
  try {
    const found = lstatSync(path)
    if (found.isDirectory()) return readdirSync(path).length === 0
    if (!found.isFile() || found.size > 2) return false
    return ['', '.\n'].includes(readFileSync(path, 'utf8'))
  } catch {
    return false
  }
}

function takeAway({ path, as }: Held): void {
  try {
    if (as === 'folder') rmdirSync(path)
    else if (isMade(path)) rmSync(path)
  } catch {
    // It is gone, or somebody has put something there meanwhile: then it is theirs.
  }
}

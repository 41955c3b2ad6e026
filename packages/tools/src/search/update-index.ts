import { createHash } from 'node:crypto'
import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { nodeFiles } from '@convene/platform'
import { passagesOf, wordParts } from './passages.ts'

const MAX_FILES = 20_000
const MAX_FILE_BYTES = 512_000
const MAX_PASSAGES = 100_000
const AT_ONCE = 50

type Known = { readonly id: number; readonly mtime: number; readonly size: number; readonly hash: string }
type Seen = { readonly path: string; readonly mtime: number; readonly size: number; readonly known: Known | undefined }

/**
 * Indexes new and changed files and returns how many it did not reach in time: the next search continues with those.
 * Ignored and secret files are never read.
 */
export async function updateIndex(database: DatabaseSync, workspace: string, budgetMs: number): Promise<number> {
  const endsAt = performance.now() + budgetMs
  const paths = await nodeFiles().list(workspace, MAX_FILES)
  forget(database, new Set(paths))
  const known = knownFiles(database)
  let done = 0
  for (let from = 0; from < paths.length && performance.now() < endsAt; from += AT_ONCE) {
    const group = paths.slice(from, from + AT_ONCE)
    const changed = (await Promise.all(group.map((path) => look(workspace, path, known.get(path))))).flat()
    const texts = await Promise.all(changed.map(({ path }) => nodeFiles().read(workspace, path, MAX_FILE_BYTES)))
    inOne(database, () => {
      for (const [at, seen] of changed.entries()) store(database, seen, texts[at])
    })
    done += group.length
  }
  return paths.length - done
}

function knownFiles(database: DatabaseSync): ReadonlyMap<string, Known> {
  const rows = database.prepare('SELECT id, path, mtime, size, hash FROM files').all()
  return new Map(rows.map((row) => [String(row.path), row as unknown as Known]))
}

async function look(workspace: string, path: string, known: Known | undefined): Promise<readonly Seen[]> {
  try {
    const { mtimeMs: mtime, size } = await lstat(join(workspace, path))
    return known?.mtime === mtime && known.size === size ? [] : [{ path, mtime, size, known }]
  } catch {
    return []
  }
}

function inOne(database: DatabaseSync, work: () => void): void {
  database.exec('BEGIN IMMEDIATE')
  try {
    work()
    database.exec('COMMIT')
  } catch (error) {
    database.exec('ROLLBACK')
    throw error
  }
}

function store(database: DatabaseSync, { path, mtime, size, known }: Seen, text: string | undefined): void {
  const hash = createHash('sha256')
    .update(text ?? '')
    .digest('hex')
  if (known?.hash === hash) {
    database.prepare('UPDATE files SET mtime = ?, size = ? WHERE id = ?').run(mtime, size, known.id)
    return
  }
  if (known) remove(database, known.id)
  const insert = 'INSERT INTO files (path, mtime, size, hash) VALUES (?, ?, ?, ?)'
  const { lastInsertRowid: file } = database.prepare(insert).run(path, mtime, size, hash)
  if (text === undefined || isFull(database)) return
  for (const passage of passagesOf(text)) {
    const { lastInsertRowid: id } = database
      .prepare('INSERT INTO passages (file, start) VALUES (?, ?)')
      .run(file, passage.from)
    const words = 'INSERT INTO words (rowid, path, text, parts) VALUES (?, ?, ?, ?)'
    database.prepare(words).run(id, path, passage.text, wordParts(passage.text))
  }
}

const isFull = (database: DatabaseSync): boolean =>
  Number(database.prepare('SELECT count(*) AS count FROM passages').get()?.count) >= MAX_PASSAGES

function remove(database: DatabaseSync, file: number): void {
  const passages = 'SELECT id FROM passages WHERE file = ?'
  database.prepare(`DELETE FROM words WHERE rowid IN (${passages})`).run(file)
  database.prepare('DELETE FROM passages WHERE file = ?').run(file)
  database.prepare('DELETE FROM files WHERE id = ?').run(file)
}

/** Removes files that were deleted or are now ignored. */
function forget(database: DatabaseSync, present: ReadonlySet<string>): void {
  const gone = [...knownFiles(database)].filter(([path]) => !present.has(path))
  if (gone.length === 0) return
  inOne(database, () => {
    for (const [, { id }] of gone) remove(database, id)
  })
}

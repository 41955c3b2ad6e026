import type { DatabaseSync } from 'node:sqlite'
import { essenceOf } from './passages.ts'
import { matchAny, phraseOf, queryWords } from './query-words.ts'

const MAX_FOUND = 100
/** Nearer than this is about the same thing; unrelated sentences lie around 0.1. */
const NEAR = 0.3

/** Passages by their words, best first; in a folder, where one is given (`''` for all). */
export function findByWords(database: DatabaseSync, query: string, folder: string): readonly number[] {
  const words = queryWords(query)
  if (words.length === 0) return []
  const sql = `SELECT words.rowid AS id FROM words JOIN passages ON passages.id = words.rowid JOIN files ON files.id = passages.file
    WHERE words MATCH ? AND substr(files.path, 1, ?) = ? ORDER BY bm25(words, 4.0, 1.0, 0.5) LIMIT ${MAX_FOUND}`
  const match = phraseOf(query) ?? matchAny(words)
  return database
    .prepare(sql)
    .all(match, folder.length, folder)
    .map(({ id }) => Number(id))
}

/** Passages that have no vector of this model yet: those given first, then the rest in order. */
export function withoutVector(
  database: DatabaseSync,
  { model, first, limit }: { readonly model: string; readonly first: readonly number[]; readonly limit: number },
): readonly { readonly id: number; readonly essence: string }[] {
  const missing =
    'SELECT words.rowid AS id, path, text FROM words WHERE NOT EXISTS (SELECT 1 FROM vectors WHERE passage = words.rowid AND model = ?)'
  const one = database.prepare(`${missing} AND words.rowid = ?`)
  const wanted = first.flatMap((id) => one.all(model, id)).slice(0, limit)
  const rest = database.prepare(`${missing} LIMIT ?`).all(model, limit)
  const rows = new Map(
    [...wanted, ...rest].map((row) => [Number(row.id), essenceOf(String(row.path), String(row.text))]),
  )
  return [...rows].slice(0, limit).map(([id, essence]) => ({ id, essence }))
}

export function keepVectors(database: DatabaseSync, model: string, vectors: ReadonlyMap<number, Float32Array>): void {
  database.exec('BEGIN IMMEDIATE')
  const insert = database.prepare('INSERT OR REPLACE INTO vectors (passage, model, vector) VALUES (?, ?, ?)')
  for (const [id, vector] of vectors)
    insert.run(id, model, new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength))
  database.exec('COMMIT')
}

/** Passages by their meaning, nearest first, and how many of all could be compared. */
export function findByMeaning(
  database: DatabaseSync,
  { model, vector, folder }: { readonly model: string; readonly vector: Float32Array; readonly folder: string },
): { readonly ids: readonly number[]; readonly compared: number; readonly all: number } {
  const sql = `SELECT passage AS id, vector FROM vectors JOIN passages ON passages.id = passage JOIN files ON files.id = passages.file
    WHERE model = ? AND substr(files.path, 1, ?) = ?`
  const near: { id: number; score: number }[] = []
  let compared = 0
  for (const row of database.prepare(sql).iterate(model, folder.length, folder)) {
    compared++
    const score = product(vector, row.vector as Uint8Array)
    if (score >= NEAR) near.push({ id: Number(row.id), score })
  }
  const all = Number(database.prepare('SELECT count(*) AS count FROM passages').get()?.count)
  return {
    ids: near
      .sort((one, other) => other.score - one.score)
      .slice(0, MAX_FOUND)
      .map(({ id }) => id),
    compared,
    all,
  }
}

function product(vector: Float32Array, bytes: Uint8Array): number {
  if (bytes.byteLength !== vector.byteLength) return 0
  const other = new Float32Array(bytes.slice().buffer)
  let sum = 0
  for (let at = 0; at < vector.length; at++) sum += (vector[at] as number) * (other[at] as number)
  return sum
}

/** A place to show: the line that says most about the words, with the one before and the one after. */
export type Hit = { readonly path: string; readonly line: number; readonly snippet: readonly string[] }

const MAX_SNIPPET_LINE = 160

export function hitOf(database: DatabaseSync, id: number, query: string): Hit | undefined {
  const row = database
    .prepare(
      'SELECT files.path AS path, start, text FROM passages JOIN files ON files.id = file JOIN words ON words.rowid = passages.id WHERE passages.id = ?',
    )
    .get(id)
  if (!row) return undefined
  const lines = String(row.text).split('\n')
  const best = bestLine(lines, queryWords(query))
  const from = Math.max(0, best - 1)
  const snippet = lines.slice(from, best + 2).map((line) => line.slice(0, MAX_SNIPPET_LINE))
  return { path: String(row.path), line: Number(row.start) + best, snippet }
}

/** The line with the most of the words; where none has any, the first that says something. */
function bestLine(lines: readonly string[], words: readonly string[]): number {
  const counts = lines.map((line) => words.filter((word) => line.toLowerCase().includes(word)).length)
  const most = Math.max(...counts)
  if (most > 0) return counts.indexOf(most)
  return Math.max(
    0,
    lines.findIndex((line) => /\p{L}{3}/u.test(line)),
  )
}

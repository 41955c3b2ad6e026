import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import { matchAny, phraseOf, queryWords } from './query-words.ts'

/** The line that matches the query best, with the lines before and after it. */
export type Hit = { readonly path: string; readonly line: number; readonly snippet: readonly string[] }

/** `folder` ends with a slash, or is `''` for the whole workspace. */
export type Query = { readonly query: string; readonly folder: string; readonly limit: number }

const MAX_SNIPPET_LINE = 160

/** The passages that match the words, best first. */
export function findPassages(database: DatabaseSync, { query, folder, limit }: Query): readonly Hit[] {
  const words = queryWords(query)
  if (words.length === 0) return []
  const sql = `SELECT files.path AS path, start, text FROM words JOIN passages ON passages.id = words.rowid JOIN files ON files.id = passages.file
    WHERE words MATCH ? AND substr(files.path, 1, ?) = ? ORDER BY bm25(words, 4.0, 1.0, 0.5) LIMIT ?`
  const match = phraseOf(query) ?? matchAny(words)
  const rows = database.prepare(sql).all(match, folder.length, folder, limit)
  return rows.map((row) => toHit(row, words))
}

function toHit(row: Record<string, SQLOutputValue>, words: readonly string[]): Hit {
  const lines = String(row.text).split('\n')
  const best = bestLine(lines, words)
  const snippet = lines.slice(Math.max(0, best - 1), best + 2).map((line) => line.slice(0, MAX_SNIPPET_LINE))
  return { path: String(row.path), line: Number(row.start) + best, snippet }
}

/** The line with the most query words. If none has any, the first line with text. */
function bestLine(lines: readonly string[], words: readonly string[]): number {
  const beginnings = words.map((word) => word.slice(0, Math.max(4, word.length - 3))) // "spends" is also in "spending"
  const counts = lines.map((line) => beginnings.filter((one) => line.toLowerCase().includes(one)).length)
  const most = Math.max(...counts)
  if (most > 0) return counts.indexOf(most)
  return Math.max(
    0,
    lines.findIndex((line) => /\p{L}{3}/u.test(line)),
  )
}

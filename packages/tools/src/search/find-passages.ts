import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import { matchAny, phraseOf, queryWords } from './query-words.ts'
import { synonymsOf } from './synonyms.ts'

/** The line that matches the query best, with the lines before and after it. */
export type Hit = { readonly path: string; readonly line: number; readonly snippet: readonly string[] }

/** `folder` ends with a slash, or is `''` for the whole workspace. */
export type Query = { readonly query: string; readonly folder: string; readonly limit: number }

const MAX_SNIPPET_LINE = 160

/** Passages with the query's own words count more than those with only other words for the same thing. */
const OWN = 3
/** How many of each kind are compared. */
const LOOKED_AT = 200

/** The passages that match the words, or other words for the same thing, best first. */
export function findPassages(database: DatabaseSync, { query, folder, limit }: Query): readonly Hit[] {
  const words = queryWords(query)
  if (words.length === 0) return []
  const find = (match: string, most: number) => database.prepare(SQL).all(match, folder.length, folder, most)
  const phrase = phraseOf(query)
  if (phrase !== undefined) return find(phrase, limit).map((row) => toHit(row, words))
  const synonyms = synonymsOf(query.toLowerCase(), words)
  const own = find(matchAny(words), Math.max(limit, LOOKED_AT))
  const others = synonyms.length === 0 ? [] : find(matchAny([...words, ...synonyms]), Math.max(limit, LOOKED_AT))
  return together(own, others)
    .slice(0, limit)
    .map((row) => toHit(row, [...words, ...synonyms]))
}

const SQL = `SELECT words.rowid AS id, files.path AS path, start, text, bm25(words, 4.0, 1.0, 0.5) AS rank
  FROM words JOIN passages ON passages.id = words.rowid JOIN files ON files.id = passages.file
  WHERE words MATCH ? AND substr(files.path, 1, ?) = ? ORDER BY rank LIMIT ?`

type Row = Record<string, SQLOutputValue>

/** Ranks are negative, the best first. */
function together(own: readonly Row[], others: readonly Row[]): readonly Row[] {
  const ranks = new Map<SQLOutputValue, { readonly row: Row; readonly rank: number }>()
  const add = (rows: readonly Row[], weight: number) => {
    for (const row of rows) {
      const rank = (ranks.get(row.id ?? null)?.rank ?? 0) + weight * Number(row.rank)
      ranks.set(row.id ?? null, { row, rank })
    }
  }
  add(own, OWN)
  add(others, 1)
  return [...ranks.values()].sort((one, other) => one.rank - other.rank).map(({ row }) => row)
}

function toHit(row: Row, words: readonly string[]): Hit {
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

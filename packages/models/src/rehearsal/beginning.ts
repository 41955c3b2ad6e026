import { extractsFor, type Search } from './extracts.ts'
import { queryOf } from './rank.ts'
import type { Reader } from './stance-of.ts'
import { stemsOf, type Term } from './words.ts'
import type { Source, WorkspaceIndex } from './workspace-index.ts'

/** A file to open first, and its lines with the goal's words. */
export type Beginning = { readonly path: string; readonly lines: readonly number[]; readonly words: readonly string[] }

const MAX_LINES = 3

/** The file that best combines the goal's words and the role's. */
export function beginningOf(
  index: WorkspaceIndex,
  reader: Reader,
  terms: readonly Term[],
  { query, among, favour }: Search,
): Beginning | undefined {
  const both = queryOf(reader.watches, 0.4, query)
  const [best] = extractsFor(index, both, { count: 1, among, favour })
  const source = index.sources.find((one) => one.path === best?.path)
  if (!source) return undefined
  const matching = linesWith(source, terms)
  const words = new Set(matching.flatMap((row) => row.words.map((term) => term.shown)))
  return words.size === 0 ? undefined : { path: source.path, lines: matching.map((row) => row.line), words: [...words] }
}

function linesWith(
  source: Source,
  terms: readonly Term[],
): readonly { readonly line: number; readonly words: readonly Term[] }[] {
  return source.lines
    .map((text, at) => ({ line: at + 1, stems: new Set(stemsOf(text.slice(0, 600))) }))
    .map(({ line, stems }) => ({ line, words: terms.filter((term) => term.stems.every((stem) => stems.has(stem))) }))
    .filter((row) => row.words.length > 0)
    .toSorted((one, other) => other.words.length - one.words.length || one.line - other.line)
    .slice(0, MAX_LINES)
    .toSorted((one, other) => one.line - other.line)
}

import type { Ask } from './ask.ts'
import { extractAt, extractsFor } from './extracts.ts'
import type { Extract } from './quote.ts'
import { filesWith, type Query, queryOf, rank } from './rank.ts'
import { readability } from './readability.ts'
import { type Reader, readerOf } from './stance-of.ts'
import { keyTerms, stemsOf, type Term } from './words.ts'
import type { Source, WorkspaceIndex } from './workspace-index.ts'

/** A word of the goal and the number of files that have it. */
export type Count = { readonly term: Term; readonly files: number }

export type Beginning = { readonly path: string; readonly lines: readonly number[]; readonly words: readonly string[] }

/** Everything that was found for one ask; the answers only put it into words. */
export type Study = {
  readonly ask: Ask
  readonly reader: Reader
  readonly index: WorkspaceIndex
  readonly terms: readonly Term[]
  readonly query: Query
  readonly counts: readonly Count[]
  readonly onGoal: readonly Extract[]
  readonly onRole: readonly Extract[]
  readonly about: readonly Extract[]
  readonly begin: Beginning | undefined
}

const MAX_TERMS = 8
const ON_GOAL = 3
const ON_ROLE = 2

/** Looks up the ask's words, then the role's, leaving out places that others have quoted already. */
export function study(ask: Ask, index: WorkspaceIndex): Study {
  const reader = readerOf(ask)
  const terms = keyTerms(`${ask.text}\n${ask.added}`, MAX_TERMS)
  const query = queryOf(terms, 1, queryOf(keyTerms(ask.goal, MAX_TERMS), 0.35))
  const quoted = placesIn(ask.earlier.map((earlier) => earlier.text).join('\n'))
  const onGoal = extractsFor(index, query, { count: ON_GOAL, skip: quoted, favour: favourKinds })
  const onRole = roleExtracts(index, reader, query, new Set([...quoted, ...onGoal.map(keyOf)]))
  const lacking = ON_GOAL - onGoal.length - onRole.length
  return {
    ask,
    reader,
    index,
    terms,
    query,
    counts: terms.map((term) => ({ term, files: filesWith(index, term) })),
    onGoal,
    onRole,
    about: lacking > 0 ? aboutWorkspace(index, lacking, new Set([...onGoal, ...onRole].map(keyOf))) : [],
    begin: beginning(index, reader, query, terms),
  }
}

export const keyOf = (place: { readonly path: string; readonly line: number }): string => `${place.path}:${place.line}`

/** Places that a text cites, as `path:line`. */
export const placesIn = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(/`([^`\n]{1,200}:\d{1,6})`/g)].map((match) => match[1] as string))

const FAVOUR = { prose: 1.2, manifest: 1, code: 1, test: 0.85, data: 0.6 } as const
const favourKinds = (source: Source): number =>
  FAVOUR[source.kind] * (/(licen[cs]e|notice|changelog|history)[^/]*$/i.test(source.path) ? 0.4 : 1)

function roleExtracts(
  index: WorkspaceIndex,
  reader: Reader,
  query: Query,
  skip: ReadonlySet<string>,
): readonly Extract[] {
  const must = new Set(reader.watches.flatMap((term) => term.stems).filter((stem) => !query.has(stem)))
  const near = new Set(
    rank(index, query)
      .slice(0, 40)
      .map((hit) => hit.passage.source),
  )
  const favour = (source: Source): number =>
    favourKinds(source) *
    (reader.stance.paths.test(source.path) ? 1.5 : 1) *
    (near.size === 0 || near.has(index.sources.indexOf(source)) ? 1.6 : 1)
  return extractsFor(index, queryOf(reader.watches, 0.7, query), { count: ON_ROLE, skip, must, favour })
}

/** Where nothing or little fits: what the workspace says about itself, first files first. */
function aboutWorkspace(index: WorkspaceIndex, count: number, skip: ReadonlySet<string>): readonly Extract[] {
  const found: Extract[] = []
  for (const least of [1, 0.01]) {
    for (const source of index.sources) {
      if (found.length >= count) return found
      const at = source.lines.findIndex((line, number) => {
        const key = `${source.path}:${number + 1}`
        return readability(line, source.kind) >= least && !skip.has(key) && !found.some((one) => keyOf(one) === key)
      })
      if (at >= 0) found.push(extractAt(source, at))
    }
  }
  return found
}

/** The file in which most of the goal's and the role's words meet. */
function beginning(index: WorkspaceIndex, reader: Reader, query: Query, terms: readonly Term[]): Beginning | undefined {
  const both = queryOf(reader.watches, 0.3, query)
  const favour = (source: Source): number => favourKinds(source) * (reader.stance.paths.test(source.path) ? 1.4 : 1)
  const best = rank(index, both, favour)[0]
  const source = best && index.sources[best.passage.source]
  if (!source) return undefined
  const wanted = [...terms, ...reader.watches]
  const rows = source.lines.map((line, at) => ({ line: at + 1, stems: new Set(stemsOf(line.slice(0, 600))) }))
  const matching = rows
    .map((row) => ({ line: row.line, words: wanted.filter((term) => term.stems.every((stem) => row.stems.has(stem))) }))
    .filter((row) => row.words.length > 0)
    .toSorted((one, other) => other.words.length - one.words.length || one.line - other.line)
    .slice(0, 3)
    .toSorted((one, other) => one.line - other.line)
  const words = [...new Set(matching.flatMap((row) => row.words.map((term) => term.shown)))].slice(0, 4)
  return matching.length > 0 ? { path: source.path, lines: matching.map((row) => row.line), words } : undefined
}

import { aboutWorkspace } from './about.ts'
import type { Ask } from './ask.ts'
import { type Beginning, beginningOf } from './beginning.ts'
import { extractsFor, type Search } from './extracts.ts'
import type { Extract } from './quote.ts'
import { filesWith, type Query, queryOf, rank } from './rank.ts'
import { type Reader, readerOf } from './stance-of.ts'
import { keyTerms, type Term } from './words.ts'
import type { Source, WorkspaceIndex } from './workspace-index.ts'

/** A word of the goal and the number of files that contain it. */
export type Count = { readonly term: Term; readonly files: number }

/** Everything found for one request. The answers only put it into words. */
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
const ABOUT = 3

/** Looks up the request's words, then the role's, leaving out places that others have already quoted. */
export function study(ask: Ask, index: WorkspaceIndex): Study {
  const reader = readerOf(ask)
  const terms = keyTerms(`${ask.text}\n${ask.added}`, MAX_TERMS)
  const query = queryOf(terms, 1, queryOf(keyTerms(ask.goal, MAX_TERMS), 0.35))
  const among = new Set(rank(index, query).map((hit) => hit.passage))
  const search: Search = { query, among, favour: favourFor(reader), skip: placesIn(allSaid(ask)) }
  const onGoal = goalExtracts(index, reader, search)
  const onRole = roleExtracts(index, reader, { ...search, skip: new Set([...search.skip, ...onGoal.map(keyOf)]) })
  const lacking = onGoal.length === 0 ? ABOUT : ABOUT - onGoal.length - onRole.length
  const counts = terms.map((term) => ({ term, files: filesWith(index, term) }))
  const about = aboutWorkspace(index, Math.max(0, lacking), new Set([...onGoal, ...onRole].map(keyOf)))
  return {
    ask,
    reader,
    index,
    terms,
    query,
    counts,
    onGoal,
    onRole,
    about,
    begin: beginningOf(index, reader, terms, search),
  }
}

const allSaid = (ask: Ask): string => ask.earlier.map((earlier) => earlier.text).join('\n')

export const keyOf = (place: { readonly path: string; readonly line: number }): string => `${place.path}:${place.line}`

/** Places that a text cites, as `path:line`. */
export const placesIn = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(/`([^`\n]{1,200}:\d{1,6})`/g)].map((match) => match[1] as string))

const FAVOUR = { prose: 1.2, manifest: 1, code: 1, test: 0.6, data: 0.5 } as const
const OLD_NEWS = /(licen[cs]e|notice|changelog|history)[^/]*$/i

const favourFor =
  (reader: Reader) =>
  (source: Source): number =>
    favourOf(source) * (reader.stance.paths.test(source.path) ? 1.5 : 1)

const favourOf = (source: Source): number => FAVOUR[source.kind] * (OLD_NEWS.test(source.path) ? 0.4 : 1)

/** First the line that fits best for any reader, then lines that this role would notice. */
function goalExtracts(index: WorkspaceIndex, reader: Reader, search: Search): readonly Extract[] {
  const { query, favour, skip } = search
  const must = new Set(query.keys())
  const first = extractsFor(index, query, { count: 1, skip, must, favour: favourOf })
  const taken = new Set([...skip, ...first.map(keyOf)])
  const tilted = queryOf(reader.watches, 0.12, query)
  return [
    ...first,
    ...extractsFor(index, tilted, { count: ON_GOAL - first.length, skip: taken, must, favour, heard: first }),
  ]
}

/** Lines with the role's words, near the goal's words if possible. */
function roleExtracts(index: WorkspaceIndex, reader: Reader, search: Search): readonly Extract[] {
  const { query, among, favour, skip } = search
  const must = new Set(reader.watches.flatMap((term) => term.stems).filter((stem) => !query.has(stem)))
  const both = queryOf(reader.watches, 0.7, query)
  const near = extractsFor(index, both, { count: ON_ROLE, skip, must, favour, among })
  if (near.length === ON_ROLE) return near
  const taken = new Set([...skip, ...near.map(keyOf)])
  return [...near, ...extractsFor(index, both, { count: ON_ROLE - near.length, skip: taken, must, favour })]
}

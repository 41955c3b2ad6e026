import type { Term } from './words.ts'
import type { Passage, Source, WorkspaceIndex } from './workspace-index.ts'

/** Stems and their weights. */
export type Query = ReadonlyMap<string, number>

export type Hit = { readonly passage: Passage; readonly score: number }

const SATURATION = 1.2
const LENGTH = 0.6

export function queryOf(terms: readonly Term[], weight: number, base: Query = new Map()): Query {
  const query = new Map(base)
  for (const term of terms) {
    for (const stem of term.stems) query.set(stem, Math.max(query.get(stem) ?? 0, weight / term.stems.length ** 0.5))
  }
  return query
}

/** Passages that share words with the query, best first (BM25). Ties keep the file order. */
export function rank(
  index: WorkspaceIndex,
  query: Query,
  favour: (source: Source) => number = () => 1,
): readonly Hit[] {
  const scores = new Map<number, number>()
  for (const [stem, weight] of query) {
    const pairs = index.postings.get(stem) ?? []
    const rarity = rarityOf(index, stem)
    for (let at = 0; at < pairs.length; at += 2) {
      const number = pairs[at] as number
      const count = pairs[at + 1] as number
      const size = (index.passages[number] as Passage).size / index.averageSize
      const gain = (count * (SATURATION + 1)) / (count + SATURATION * (1 - LENGTH + LENGTH * size))
      scores.set(number, (scores.get(number) ?? 0) + weight * rarity * gain)
    }
  }
  const hits = [...scores].map(([number, score]) => ({ number, passage: index.passages[number] as Passage, score }))
  const weighed = hits.map((hit) => ({ ...hit, score: hit.score * favourOf(index, hit.passage, favour) }))
  return weighed.sort((one, other) => other.score - one.score || one.number - other.number)
}

const favourOf = (index: WorkspaceIndex, passage: Passage, favour: (source: Source) => number): number =>
  favour(index.sources[passage.source] as Source)

export function rarityOf(index: WorkspaceIndex, stem: string): number {
  const having = (index.postings.get(stem)?.length ?? 0) / 2
  return Math.log(1 + (index.passages.length - having + 0.5) / (having + 0.5))
}

/** How many of the files read contain a word, with all of its stems. */
export function filesWith(index: WorkspaceIndex, term: Term): number {
  const sets = term.stems.map((stem) => {
    const pairs = index.postings.get(stem) ?? []
    return new Set(pairs.filter((_, at) => at % 2 === 0).map((number) => index.passages[number]?.source))
  })
  const [first, ...others] = sets
  return [...(first ?? [])].filter((source) => others.every((set) => set.has(source))).length
}

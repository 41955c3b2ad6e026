import { clean, clip, type Extract, plain } from './quote.ts'
import { type Query, rank, rarityOf } from './rank.ts'
import { isComment, readability } from './readability.ts'
import { stemsOf } from './words.ts'
import { type Kind, kindAt, type Passage, type Source, type WorkspaceIndex } from './workspace-index.ts'

export type Wanted = {
  readonly count: number
  /** Places already quoted, as `path:line`. */
  readonly skip?: ReadonlySet<string>
  /** A line counts only if it has one of these stems. */
  readonly must?: ReadonlySet<string>
  readonly favour?: (source: Source) => number
  /** Already chosen: their files and words count less. */
  readonly heard?: readonly Extract[]
  /** Only lines in these passages. */
  readonly among?: ReadonlySet<Passage>
}

/** Words to look for, the passages that have them, files to prefer and places to leave out. */
export type Search = {
  readonly query: Query
  readonly among: ReadonlySet<Passage>
  readonly favour: (source: Source) => number
  readonly skip: ReadonlySet<string>
}

/** A line that could be quoted: what each stem of the query adds, and how readable it is. */
type Candidate = Extract & { readonly gains: readonly (readonly [string, number])[]; readonly worth: number }

const MAX_PASSAGES = 120
const MAX_SHOWN = 130
const MAX_COUNTED = 4
const LEAST_READABLE = 0.45

/** The lines that say most about the query, best first, from different files if possible. */
export function extractsFor(index: WorkspaceIndex, query: Query, wanted: Wanted): readonly Extract[] {
  const { among } = wanted
  const all = rank(index, query, wanted.favour)
  const hits = (among ? all.filter((hit) => among.has(hit.passage)) : all).slice(0, MAX_PASSAGES)
  const top = hits[0]?.score ?? 1
  const candidates = hits.flatMap(({ passage, score }) => {
    const best = bestLine(index, passage, query, wanted)
    return best ? [{ ...best, worth: best.worth * Math.sqrt(score / top) }] : []
  })
  return choose(candidates, wanted.count, heardIn(wanted.heard ?? []))
}

function bestLine(
  index: WorkspaceIndex,
  passage: Passage,
  query: Query,
  { skip, must }: Wanted,
): Candidate | undefined {
  const source = index.sources[passage.source] as Source
  let best: { readonly at: number; readonly score: number; readonly gains: Candidate['gains'] } | undefined
  for (let at = passage.first; at < passage.end; at++) {
    const text = source.lines[at] ?? ''
    const stems = new Set(stemsOf(text.slice(0, 600)))
    if (skip?.has(`${source.path}:${at + 1}`) || (must && ![...stems].some((stem) => must.has(stem)))) continue
    const gains = gainsOf(index, stems, query)
    const score = total(gains) * readability(text, kindAt(source, at))
    if (score > (best?.score ?? 0)) best = { at, score, gains }
  }
  if (!best || best.score < total(best.gains) * LEAST_READABLE) return undefined
  return { ...extractAt(source, best.at, query), gains: best.gains, worth: best.score / total(best.gains) }
}

const total = (gains: Candidate['gains']): number => gains.reduce((sum, [, gain]) => sum + gain, 0)

/** Only the few strongest words count, otherwise a word list would beat every sentence. */
const gainsOf = (index: WorkspaceIndex, stems: ReadonlySet<string>, query: Query): Candidate['gains'] =>
  [...stems]
    .filter((stem) => query.has(stem))
    .map((stem) => [stem, (query.get(stem) ?? 0) * rarityOf(index, stem)] as const)
    .toSorted((one, other) => other[1] - one[1])
    .slice(0, MAX_COUNTED)

/** The line as quoted: prose without Markdown syntax, code as it is, both clipped around the relevant part. */
export function extractAt(source: Source, at: number, query: Query = new Map()): Extract {
  const line = source.lines[at] ?? ''
  const prose = isProse(kindAt(source, at), line)
  const text = prose ? plain(line) : clean(line)
  return { path: source.path, line: at + 1, text: clip(text, MAX_SHOWN, firstMatch(text, query)), prose }
}

const isProse = (kind: Kind, line: string): boolean => kind === 'prose' || (kind !== 'data' && isComment(line))

function firstMatch(text: string, query: Query): number {
  for (const word of text.matchAll(/[\p{L}\p{M}\p{N}_$]+/gu)) {
    if (stemsOf(word[0]).some((stem) => query.has(stem))) return word.index
  }
  return 0
}

/** One at a time: a word or file already used counts less, so that the selection varies. */
function choose(candidates: readonly Candidate[], count: number, heard: Map<string, number>): readonly Extract[] {
  const chosen: Candidate[] = []
  const value = (one: Candidate): number =>
    one.worth *
    0.4 ** (heard.get(one.path) ?? 0) *
    one.gains.reduce((sum, [stem, gain]) => sum + gain * 0.5 ** (heard.get(`word ${stem}`) ?? 0), 0)
  let left = candidates
  while (chosen.length < count && left.length > 0) {
    const best = left.reduce((one, other) => (value(other) > value(one) ? other : one))
    chosen.push(best)
    for (const key of [best.path, ...best.gains.map(([stem]) => `word ${stem}`)])
      heard.set(key, (heard.get(key) ?? 0) + 1)
    left = left.filter((one) => one !== best && one.text !== best.text)
  }
  return chosen.map(({ path, line, text, prose }) => ({ path, line, text, prose }))
}

const heardIn = (extracts: readonly Extract[]): Map<string, number> =>
  new Map(
    extracts.flatMap(({ path, text }) => [path, ...stemsOf(text).map((stem) => `word ${stem}`)]).map((key) => [key, 1]),
  )

import { clean, clip, type Extract, plain } from './quote.ts'
import { type Query, rank, rarityOf } from './rank.ts'
import { isComment, readability } from './readability.ts'
import { stemsOf } from './words.ts'
import type { Kind, Source, WorkspaceIndex } from './workspace-index.ts'

export type Wanted = {
  readonly count: number
  /** Places already quoted, as `path:line`. */
  readonly skip?: ReadonlySet<string>
  /** A line counts only if it has one of these stems. */
  readonly must?: ReadonlySet<string>
  readonly favour?: (source: Source) => number
}

type Candidate = Extract & { readonly score: number }

const MAX_PASSAGES = 150
const MAX_SHOWN = 130

/** The lines that say most about the query, best first, from different files as far as there are any. */
export function extractsFor(index: WorkspaceIndex, query: Query, wanted: Wanted): readonly Extract[] {
  const hits = rank(index, query, wanted.favour).slice(0, MAX_PASSAGES)
  const top = hits[0]?.score ?? 1
  const candidates = hits.flatMap(({ passage, score }) => {
    const best = bestLine(index, passage, query, wanted)
    return best ? [{ ...best, score: best.score * Math.sqrt(score / top) }] : []
  })
  candidates.sort((one, other) => other.score - one.score)
  return spread(candidates, wanted.count)
}

function bestLine(
  index: WorkspaceIndex,
  passage: { readonly source: number; readonly first: number; readonly end: number },
  query: Query,
  wanted: Wanted,
): Candidate | undefined {
  const source = index.sources[passage.source] as Source
  let best: Candidate | undefined
  for (let at = passage.first; at < passage.end; at++) {
    const text = source.lines[at] ?? ''
    if (wanted.skip?.has(`${source.path}:${at + 1}`)) continue
    const stems = new Set(stemsOf(text.slice(0, 600)))
    if (wanted.must && ![...stems].some((stem) => wanted.must?.has(stem))) continue
    const shared = [...stems].reduce((sum, stem) => sum + (query.get(stem) ?? 0) * rarityOf(index, stem), 0)
    const score = shared * readability(text, source.kind)
    if (score > (best?.score ?? 0)) best = { ...extractAt(source, at, query), score }
  }
  return best
}

/** The line as it will be quoted: prose without Markdown's marks, code as it is, both clipped around what matters. */
export function extractAt(source: Source, at: number, query: Query = new Map()): Extract {
  const line = source.lines[at] ?? ''
  const prose = isProse(source.kind, line)
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

/** One from each file, then a second from each, so that one long file does not speak alone. */
function spread(candidates: readonly Candidate[], count: number): readonly Extract[] {
  const seen = new Map<string, number>()
  const texts = new Set<string>()
  const rounds: Candidate[][] = [[], [], []]
  for (const candidate of candidates) {
    const already = seen.get(candidate.path) ?? 0
    if (already > 2 || texts.has(candidate.text)) continue
    texts.add(candidate.text)
    seen.set(candidate.path, already + 1)
    rounds[already]?.push(candidate)
  }
  return rounds.flat().slice(0, count)
}

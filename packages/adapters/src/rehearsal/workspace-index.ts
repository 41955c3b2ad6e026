import type { Files } from '@convene/engine'
import { stemsOf } from './words.ts'

export type Kind = 'prose' | 'manifest' | 'test' | 'code' | 'data'

/** A file that was read. */
export type Source = { readonly path: string; readonly kind: Kind; readonly lines: readonly string[] }

/** Some lines that belong together: what is ranked. `first` counts from 0, `end` is not part of it. */
export type Passage = { readonly source: number; readonly first: number; readonly end: number; readonly size: number }

/** What is known of a workspace. `postings` holds, for a stem, pairs of passage and how often it stands there. */
export type WorkspaceIndex = {
  readonly listed: readonly string[]
  readonly sources: readonly Source[]
  readonly passages: readonly Passage[]
  readonly postings: ReadonlyMap<string, readonly number[]>
  readonly averageSize: number
}

const MAX_LISTED = 4_000
const MAX_READ = 500
const MAX_BYTES_OF_FILE = 32 * 1024
const MAX_BYTES = 3 * 1024 * 1024
const MAX_LINES_OF_PASSAGE = 12
const AT_ONCE = 16

/** Paths that cannot be shown as they are would let a file's name write our text. */
const SHOWABLE = /^[^\p{C}`\u2028\u2029]{1,200}$/u

export const listPaths = async (files: Files, workspace: string): Promise<readonly string[]> =>
  (await files.list(workspace, MAX_LISTED)).filter((path) => SHOWABLE.test(path))

/** Reads what tells most about a workspace, up to a bound, and makes it searchable. */
export async function readWorkspace(
  files: Files,
  workspace: string,
  listed: readonly string[],
): Promise<WorkspaceIndex> {
  const order = listed.map((path, index) => ({ path, worth: worthOf(path), index }))
  order.sort((one, other) => other.worth - one.worth || one.index - other.index)
  const sources: Source[] = []
  let left = MAX_BYTES
  for (let from = 0; from < Math.min(order.length, MAX_READ) && left > 0; from += AT_ONCE) {
    const group = order.slice(from, from + AT_ONCE)
    const texts = await Promise.all(group.map(({ path }) => files.read(workspace, path, MAX_BYTES_OF_FILE)))
    for (const [index, text] of texts.entries()) {
      if (text === undefined || text.length > left) continue
      left -= text.length
      const path = group[index]?.path ?? ''
      sources.push({ path, kind: kindOf(path), lines: text.split(/\r\n|[\n\r]/) })
    }
  }
  return indexOf(listed, sources)
}

function indexOf(listed: readonly string[], sources: readonly Source[]): WorkspaceIndex {
  const passages: Passage[] = []
  const postings = new Map<string, number[]>()
  let total = 0
  for (const [source, { path, lines }] of sources.entries()) {
    const name = stemsOf(path)
    for (const [first, end] of passagesOf(lines)) {
      const stems = stemsOf(lines.slice(first, end).join('\n')).concat(name)
      file(postings, passages.length, stems)
      passages.push({ source, first, end, size: stems.length })
      total += stems.length
    }
  }
  return { listed, sources, passages, postings, averageSize: total / Math.max(1, passages.length) }
}

function file(postings: Map<string, number[]>, passage: number, stems: readonly string[]): void {
  const counts = new Map<string, number>()
  for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1)
  for (const [stem, count] of counts) {
    const pairs = postings.get(stem)
    if (pairs) pairs.push(passage, count)
    else postings.set(stem, [passage, count])
  }
}

function* passagesOf(lines: readonly string[]): Generator<readonly [number, number]> {
  let first = 0
  for (const [index, line] of lines.entries()) {
    const isBreak = line.trim() === '' && index - first >= 4
    if (!isBreak && index - first + 1 < MAX_LINES_OF_PASSAGE) continue
    yield [first, index + 1]
    first = index + 1
  }
  if (first < lines.length) yield [first, lines.length]
}

const MANIFEST =
  /(^|\/)(package\.json|pyproject\.toml|cargo\.toml|go\.mod|pom\.xml|build\.gradle(\.kts)?|gemfile|composer\.json|.*\.csproj|requirements.*\.txt|makefile|dockerfile.*|docker-compose.*|compose\.ya?ml|procfile|setup\.(py|cfg))$/i
const TEST = /(^|\/)(tests?|specs?|__tests__|e2e)\/|[._-](test|spec)\.\w+$|(^|\/)test_[^/]+$/i
const PROSE = /\.(md|mdx|markdown|rst|adoc|txt|org|tex)$|(^|\/)(readme|contributing|authors|todo)$/i
const DATA = /\.(json|jsonl|csv|tsv|ya?ml|toml|ini|cfg|conf|xml|html?|svg|css|scss|less|properties)$/i

export function kindOf(path: string): Kind {
  if (MANIFEST.test(path)) return 'manifest'
  if (TEST.test(path)) return 'test'
  if (PROSE.test(path)) return 'prose'
  return DATA.test(path) ? 'data' : 'code'
}

const WORTH: { readonly [kind in Kind]: number } = { manifest: 5, prose: 4, code: 3, test: 2, data: 1 }

function worthOf(path: string): number {
  const depth = path.split('/').length
  if (depth === 1 && /^readme/i.test(path)) return 100
  if (/(^|\/)(licen[cs]e|copying|notice|changelog|changes|history)[^/]*$/i.test(path)) return 0
  return WORTH[kindOf(path)] - depth * 0.4
}

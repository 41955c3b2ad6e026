import type { Files } from '@convene/engine'
import { stemsOf } from './words.ts'

export type Kind = 'prose' | 'manifest' | 'test' | 'code' | 'data'

/** A file that was read. `fenced` are the lines of a document that show code, counted from 0. */
export type Source = {
  readonly path: string
  readonly kind: Kind
  readonly lines: readonly string[]
  readonly fenced: ReadonlySet<number>
}

/** Lines that belong together and are ranked as one. `first` counts from 0, `end` is exclusive. */
export type Passage = { readonly source: number; readonly first: number; readonly end: number; readonly size: number }

/** What is known about a workspace. `postings` maps a stem to pairs of a passage and the count in it. */
export type WorkspaceIndex = {
  readonly listed: readonly string[]
  readonly sources: readonly Source[]
  readonly passages: readonly Passage[]
  readonly postings: ReadonlyMap<string, readonly number[]>
  readonly averageSize: number
}

const MAX_LISTED = 4_000
const MAX_READ = 500
const MAX_BYTES_OF_FILE = 24 * 1024
const MAX_CHARACTERS = 1.5 * 1024 * 1024
const MAX_LINES_OF_PASSAGE = 12
const AT_ONCE = 16

/** A path that cannot be shown safely would let a file name inject text. */
const SHOWABLE = /^[^\p{C}`\u2028\u2029]{1,200}$/u

export const listPaths = async (files: Files, workspace: string): Promise<readonly string[]> =>
  (await files.list(workspace, MAX_LISTED)).filter((path) => SHOWABLE.test(path))

export const readSource = (files: Files, workspace: string, path: string): Promise<string | undefined> =>
  files.read(workspace, path, MAX_BYTES_OF_FILE)

export const linesOf = (text: string): readonly string[] => text.split(/\r\n|[\n\r]/)

/** Reads the most informative files of a workspace, up to a limit, and indexes them. */
export async function readWorkspace(
  files: Files,
  workspace: string,
  listed: readonly string[],
): Promise<WorkspaceIndex> {
  const order = listed.toSorted((one, other) => worthOf(other) - worthOf(one)).slice(0, MAX_READ)
  const index = { listed, sources: [], passages: [], postings: new Map(), averageSize: 0 } satisfies Growing
  for (let from = 0, left = MAX_CHARACTERS; from < order.length && left > 0; from += AT_ONCE) {
    const group = order.slice(from, from + AT_ONCE)
    const texts = await Promise.all(group.map((path) => readSource(files, workspace, path)))
    for (const [at, text] of texts.entries()) {
      if (text === undefined || text.length > left) continue
      left -= text.length
      add(index, group[at] as string, text)
    }
  }
  return index
}

type Growing = {
  readonly listed: readonly string[]
  readonly sources: Source[]
  readonly passages: Passage[]
  readonly postings: Map<string, number[]>
  averageSize: number
}

function add(index: Growing, path: string, text: string): void {
  const lines = linesOf(text)
  const name = stemsOf(path)
  const kind = kindOf(path)
  const fenced = kind === 'prose' ? fencedIn(lines) : NONE
  const source = index.sources.push({ path, kind, lines, fenced }) - 1
  for (const [first, end] of passagesOf(lines)) {
    const stems = stemsOf(lines.slice(first, end).join('\n')).concat(name)
    file(index.postings, index.passages.length, stems)
    const count = index.passages.push({ source, first, end, size: stems.length })
    index.averageSize += (stems.length - index.averageSize) / count
  }
}

const NONE: ReadonlySet<number> = new Set()

function fencedIn(lines: readonly string[]): ReadonlySet<number> {
  const fenced = new Set<number>()
  let isOpen = false
  for (const [at, line] of lines.entries()) {
    const isFence = /^\s*(```|~~~)/.test(line)
    if (isFence) isOpen = !isOpen
    if (isOpen || isFence) fenced.add(at)
  }
  return fenced
}

/** Passages arrive in order, so a stem already seen in this one is in the last pair. */
function file(postings: Map<string, number[]>, passage: number, stems: readonly string[]): void {
  for (const stem of stems) {
    const pairs = postings.get(stem)
    if (!pairs) postings.set(stem, [passage, 1])
    else if (pairs[pairs.length - 2] === passage) pairs[pairs.length - 1] = (pairs[pairs.length - 1] as number) + 1
    else pairs.push(passage, 1)
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

/** The kind of a line: an example in a document is code. */
export const kindAt = (source: Source, at: number): Kind => (source.fenced.has(at) ? 'code' : source.kind)

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

import { marksIn } from '../../answer/marks.ts'
import type { CommonPoint, Passage } from '../../event/opinion-facts.ts'
import type { MessageId } from '../../shared/ids.ts'
import { asRead } from '../../text/as-read.ts'
import { cleanLine } from '../../text/clean.ts'

/** An answer that points can cite. */
export type Opinion = { readonly message: MessageId; readonly agent: string; readonly text: string }

const KINDS = { AGREED: 'all', PARTLY: 'some', DISPUTED: 'disputed' } as const
const MARKERS = { words: [...Object.keys(KINDS), 'PASSAGE'], exact: true }

/** More would be another text to read, not a finding. */
const MOST_POINTS = 12
const LONGEST_TEXT = 300
const LONGEST_PASSAGE = 400
/** A single word is in every text. */
const SHORTEST_PASSAGE = 8

/**
 * The points of a comparison. A passage only counts if its answer contains it, and a point only with a passage. What not
 * all answers support is not what all say, and nobody contradicts themselves: such points are what some say.
 */
export function readPoints(text: string, opinions: readonly Opinion[] = []): readonly CommonPoint[] | undefined {
  const plain = new Map(opinions.map((one) => [String(one.message), { ...one, text: bare(one.text) }]))
  const points: { kind: CommonPoint['kind']; text: string; passages: Passage[] }[] = []
  for (const { word, value } of marksIn(text, MARKERS)) {
    const kind = KINDS[word as keyof typeof KINDS]
    if (kind) points.push({ kind, text: cleanLine(value).slice(0, LONGEST_TEXT), passages: [] })
    else points.at(-1)?.passages.push(...passagesIn(value, plain))
  }
  const said = points.filter(({ passages }) => passages.length > 0).slice(0, MOST_POINTS)
  return said.length === 0 ? undefined : said.map((point) => ({ ...point, kind: supported(point, opinions.length) }))
}

function supported({ kind, passages }: CommonPoint, all: number): CommonPoint['kind'] {
  const agents = new Set(passages.map(({ agent }) => agent)).size
  if (kind === 'all') return agents === all ? 'all' : 'some'
  return kind === 'disputed' && agents < 2 ? 'some' : kind
}

const CITED = /^\[?(m\d{1,9})\]?\s{0,4}[:–—-]?\s{0,4}/u

function passagesIn(value: string, opinions: ReadonlyMap<string, Opinion>): readonly Passage[] {
  const [start = '', id = ''] = CITED.exec(value) ?? []
  const opinion = opinions.get(id)
  const words = unquoted(cleanLine(value.slice(start.length))).slice(0, LONGEST_PASSAGE)
  const wanted = bare(words)
  if (!opinion || wanted.length < SHORTEST_PASSAGE || !opinion.text.includes(wanted)) return []
  return [{ agent: opinion.agent, message: opinion.message, text: words }]
}

const unquoted = (text: string): string => text.replace(/^["'“„«]\s*/u, '').replace(/\s*["'”“»][.,]?$/u, '')

/** Letters and digits only: Markdown, case and line breaks make no other passage. */
const bare = (text: string): string =>
  asRead(text)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029\ufffd]+/gu

/** A place that can be looked up: a line of a file or of the goal. */
export type Extract = {
  readonly path: string
  readonly line: number
  readonly text: string
  readonly prose: boolean
}

/** One line of text without invisible characters: control, direction, joiners. */
export const clean = (text: string): string => text.replace(UNSEEN, ' ').replace(/\s+/g, ' ').trim()

/** `README.md:12` as code. */
export const placeOf = (extract: { readonly path: string; readonly line: number }): string =>
  `\`${extract.path}:${extract.line}\``

/** The quoted text as data: none of it is Markdown, HTML, a link or a protocol line anymore. */
export const quoteOf = (extract: Extract): string =>
  extract.prose ? `“${escapeProse(extract.text)}”` : asCode(extract.text)

export const cite = (extract: Extract): string => `${placeOf(extract)} ${quoteOf(extract)}`

const MAX_LINE = 2_000

/** Removes Markdown syntax. A longer line is cut first, or the patterns would take long. */
export const plain = (text: string): string =>
  clean(
    text
      .slice(0, MAX_LINE)
      .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/<\/?[a-z!][^>]*>/gi, ' ')
      .replace(/^\s*(?:#{1,6}\s+|>\s*|[-*+]\s+(?:\[[ xX]\]\s+)?|\d{1,3}[.)]\s+|\/\/+\s*|\/?\*+\s*|--\s+)+/, '')
      .replace(/\*\//g, '')
      .replace(/\bhttps?:\/\//gi, '')
      .replace(/[*`]+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, ''),
  )

/** At most `max` characters, cut between words. A longer text is cut around the first of the given words. */
export function clip(text: string, max: number, around = 0): string {
  if (text.length <= max) return text
  const from = around > max * 0.7 ? wordAfter(text, around - Math.floor(max / 3)) : 0
  const rest = text.slice(from)
  const cut =
    rest.length <= max ? rest : rest.slice(0, rest.lastIndexOf(' ', max) > max / 2 ? rest.lastIndexOf(' ', max) : max)
  return `${from > 0 ? '…' : ''}${cut.trim()}${from + cut.length < text.length ? '…' : ''}`
}

const wordAfter = (text: string, index: number): number => {
  const space = text.indexOf(' ', index)
  return space < 0 ? index : space + 1
}

/** Escapes a name or word for use in our own text. */
export const escapeName = (text: string): string => escapeProse(text).slice(0, 80)

const escapeProse = (text: string): string =>
  inert(clean(text))
    .replace(/[\\`*[\]<>|~#]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/\bwww\./gi, (found) => `${found.slice(0, 3)}\\.`)
    .replace(/&(?=#?\w+;)/g, '\\&')

function asCode(text: string): string {
  const inside = inert(clean(text))
  const longest = Math.max(0, ...(inside.match(/`+/g) ?? []).map((run) => run.length))
  const fence = '`'.repeat(longest + 1)
  const space = longest > 0 ? ' ' : ''
  return `${fence}${space}${inside}${space}${fence}`
}

/** A parser that searches for a sentinel anywhere must not find one in a quoted file. */
const inert = (text: string): string => text.replace(/\[\[/g, '[ [').replace(/@(?=worker:|end\b)/gi, '@ ')

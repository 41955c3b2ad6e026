/** A line that can be looked up. */
export type Extract = { readonly path: string; readonly line: number; readonly text: string }

const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029\ufffd]+/gu
const MAX_LINE = 2_000
const MAX_QUOTE = 140

/** One line of text without invisible characters: control, direction, joiners. */
export const cleanQuote = (text: string): string => text.replace(UNSEEN, ' ').replace(/\s+/g, ' ').trim()

/** A line of a file with its location. */
export const cite = ({ path, line, text }: Extract): string => `\`${path}:${line}\` ${quote(text)}`

/** Foreign text as data: nothing in it is Markdown, HTML, a link or a protocol line any more. */
export const quote = (text: string): string => `“${escaped(clip(withoutMarkup(text), MAX_QUOTE))}”`

/** At most `max` characters, cut between words. */
export function clip(text: string, max: number): string {
  if (text.length <= max) return text
  const space = text.lastIndexOf(' ', max)
  return `${text.slice(0, space > max / 2 ? space : max).trim()}…`
}

/** Removes Markdown and comment marks. A longer line is cut first, or the patterns would take long. */
export const withoutMarkup = (text: string): string =>
  cleanQuote(
    text
      .slice(0, MAX_LINE)
      .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/<\/?[a-z!][^>]*>/gi, ' ')
      .replace(/^\s*(?:#{1,6}\s+|>\s*|[-*+]\s+(?:\[[ xX]\]\s+)?|\d{1,3}[.)]\s+|\/\/+\s*|\/?\*+\s*|--\s+)+/, '')
      .replace(/\*\//g, '')
      .replace(/\bhttps?:\/\//gi, '')
      .replace(/[*`]+/g, ''),
  )

/** A name or a word for use in our own text. */
export const escaped = (text: string): string =>
  inert(cleanQuote(text))
    .replace(/[\\`*[\]<>|~#]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\$&')
    .replace(/\bwww\./gi, (found) => `${found.slice(0, 3)}\\.`)
    .replace(/&(?=#?\w+;)/g, '\\&')

/** A parser that searches for a sentinel anywhere must not find one in quoted text. */
export const inert = (text: string): string => text.replace(/\[\[/g, '[ [').replace(/@(?=worker:|end\b)/gi, '@ ')

import { citedOnce, clean, cleanLine, linkSchemes, longestTicks, withLetteredLists } from '@convene/domain'
import { escapeMarkdown } from '@convene/reading'
import { readBlocks } from './blocks.ts'

/** One line of foreign text, with nothing in it that Markdown or HTML would act on. */
export const inlineMarkdown = (text: string): string => escapeMarkdown(cleanLine(text))

const HEADING = /^( {0,3})(#{1,6})(\s.*|)$/u

/**
 * A multi-line text as part of a document: its headings are below the one it is under, a fence that it left open is
 * closed, nothing in it hides what comes after, and messages that it cites are linked.
 */
export function nested(text: string, under: number, isMessage: (id: string) => boolean): string {
  const blocks = readBlocks(clean(text).trim())
  const prose = blocks.flatMap(({ isCode, lines }) => (isCode ? [] : lines))
  const levels = prose.flatMap((line) => HEADING.exec(line)?.[2]?.length ?? [])
  const highest = levels.reduce((least, level) => Math.min(least, level), Number.MAX_SAFE_INTEGER)
  const by = Math.max(0, under + 1 - highest)
  const shown = blocks.flatMap(({ isCode, isPaired, lines }) =>
    isCode ? lines : withLetteredLists(lines).map((line) => harmless(lowered(line, by), isPaired, isMessage)),
  )
  return shown.join('\n')
}

/** Lowers headings. A line of dashes or equals signs does not make one. */
function lowered(line: string, by: number): string {
  const [, indent = '', marks, rest = ''] = HEADING.exec(line) ?? []
  if (marks) return `${indent}${'#'.repeat(Math.min(6, marks.length + by))}${rest}`
  return line.replace(/^( {0,3})(-+|=+)([ \t]*)$/u, '$1\\$2$3')
}

const CITED = /\[(m\d{1,9}(?:, ?m\d{1,9}){0,50})\](?!\()/gu

/** Escapes signs that have no backslash yet. A pair of backslashes is one, and escapes nothing. */
const escaped = (text: string, signs: string): string =>
  text.replace(new RegExp(`\\\\[\\s\\S]|(${signs})`, 'giu'), (whole, sign?: string) => (sign ? `\\${sign}` : whole))

/** A target with a scheme from the list, or with none and nothing that could spell another one. */
const target = (end: string): string => `\\s*(?:${linkSchemes.join('|')}|[^\\s:&\\\\()[\\]]+${end})`
/** The end of a link's text whose target could be something that runs: those stay text. */
const LINK = `\\](?=\\((?!\\)|${target('[\\s)]')})|:(?!${target('(?:\\s|$)')}))`
const HTML_OR_PICTURE = '<(?=[a-z!/?])|!(?=\\[)'

/** Nothing is HTML, no picture is loaded, citations are linked. Code between backticks is left as it is. */
function harmless(line: string, isPaired: boolean, isMessage: (id: string) => boolean): string {
  const change = (text: string): string =>
    escaped(
      escaped(citedOnce(text), HTML_OR_PICTURE).replace(CITED, (whole, ids: string) => {
        const known = ids.split(/, ?/u)
        return known.every(isMessage) ? known.map((id) => `[${id}](#${id})`).join(' ') : whole
      }),
      LINK,
    )
  if (!isPaired) return change(line)
  return line
    .split('`')
    .map((part, at) => (at % 2 === 1 ? part : change(part)))
    .join('`')
}

/** Rows under a header, as a table. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

/** Text in which nothing is interpreted as Markdown, such as a diff. */
export function fencedMarkdown(text: string, language: string): string {
  const fence = '`'.repeat(Math.max(2, longestTicks(clean(text))) + 1)
  return `${fence}${language}\n${clean(text).trimEnd()}\n${fence}`
}

import { clean, cleanLine } from '@convene/domain'

/** One line of text from outside, with nothing in it that Markdown or HTML would act on. */
export const inline = (text: string): string => cleanLine(text).replace(/[\\`*_{}[\]<>|#~]/gu, '\\$&')

const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/u

/**
 * A text of many lines as part of a document: its headings stand below the one it is under, a fence that it left open is
 * closed, nothing of it hides what comes after, and messages that it cites are linked.
 */
export function nested(text: string, under: number, isMessage: (id: string) => boolean): string {
  const { lines, left } = readLines(clean(text).trim())
  const levels = lines.flatMap(({ line, isCode }) => (isCode ? [] : (HEADING.exec(line)?.[2]?.length ?? [])))
  const by = Math.max(0, under + 1 - Math.min(...levels))
  const shown = lines.map(({ line, isCode }) => (isCode ? line : linked(lowered(line, by), isMessage)))
  return [...shown, ...(left === '' ? [] : [left])].join('\n')
}

type ReadLine = { readonly line: string; readonly isCode: boolean }

/** Each line with whether it is code, and the fence that nothing closed. */
function readLines(text: string): { readonly lines: readonly ReadLine[]; readonly left: string } {
  let open = ''
  const lines = text.split('\n').map((line) => {
    const [, fence = '', behind = ''] = FENCE.exec(line) ?? []
    const isCode = open !== '' || fence !== ''
    if (fence !== '' && open === '') open = fence
    else if (fence !== '' && fence.startsWith(open) && behind.trim() === '') open = ''
    return { line, isCode }
  })
  return { lines, left: open }
}

const HEADING = /^( {0,3})(#{1,6})(\s.*|)$/u

/** Headings go down; a line of dashes or equals signs makes none, nothing is HTML, and no picture is loaded. */
function lowered(line: string, by: number): string {
  const [, indent = '', marks, rest = ''] = HEADING.exec(line) ?? []
  const plain = line.replace(/^( {0,3})(-+|=+)([ \t]*)$/u, '$1\\$2$3')
  const shown = marks ? `${indent}${'#'.repeat(Math.min(6, marks.length + by))}${rest}` : plain
  return outsideCode(shown, (text) => text.replaceAll(/<(?=[a-z!/?])|!(?=\[)/giu, '\\$&'))
}

/** What stands between single backticks is shown as it is; a line with other marks of code has no such part. */
function outsideCode(line: string, change: (text: string) => string): string {
  const parts = line.split('`')
  const isPlain = parts.length % 2 === 1 && !line.includes('``')
  return isPlain ? parts.map((part, at) => (at % 2 === 1 ? part : change(part))).join('`') : change(line)
}

const CITED = /\[(m\d{1,9}(?:, ?m\d{1,9}){0,50})\](?!\()/gu

const linked = (line: string, isMessage: (id: string) => boolean): string =>
  outsideCode(line, (text) =>
    text.replace(CITED, (whole, ids: string) => {
      const known = ids.split(/, ?/u)
      return known.every(isMessage) ? known.map((id) => `[${id}](#${id})`).join(' ') : whole
    }),
  )

/** Rows under a head, as a table. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

/** Text in which nothing is Markdown, such as a diff. */
export function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...(clean(text).match(/`{3,}/gu) ?? []).map((ticks) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${clean(text).trimEnd()}\n${fence}`
}

import { cleanLine } from './clean.ts'

/** Inline Markdown as plain words: without emphasis, code marks, link targets and citations. */
export const plainWords = (text: string): string =>
  cleanLine(
    text
      .replace(/\[([^[\]]*)\]\([^()]*\)/gu, '$1')
      .replace(/\*\*|__|`/gu, '')
      .replace(/(?<!\s)\s*\[m\d+(?:\s?[,;]\s?m\d+)*\]/gu, ''),
  )

/** A line of prose or of a list: not a heading, table, fence, rule or blank, and not the note for a missing section. */
export const isProse = (line: string): boolean =>
  !/^(?:Not written\.)?$/u.test(line.trim()) && !/^\s*(?:#{1,6}\s|\||```|~~~|[-*_]{3,}\s*$|<)/u.test(line)

const item = /^\s*(?:[-*+>]|\d+[.)])\s+/u

/** Lines of prose and lists as one line of plain words. Each list item becomes a sentence. */
export function plainMarkdown(lines: readonly string[]): string {
  const parts: string[] = []
  for (const line of lines) {
    const begins = parts.length === 0 || item.test(line)
    const words = line.replace(item, '')
    if (begins) parts.push(words)
    else parts.push(`${parts.pop()} ${words}`)
  }
  const sentences = parts.map(plainWords).filter((part) => part !== '')
  const last = sentences.length - 1
  return sentences.map((part, at) => (at === last || /[.!?:;…]$/u.test(part) ? part : `${part}.`)).join(' ')
}

/** A Markdown text as one line of plain words, without its headings, tables and rules unless there is nothing else. */
export function markdownLine(text: string): string {
  const lines = text.split('\n')
  const prose = plainMarkdown(lines.filter(isProse))
  return prose === '' ? plainWords(lines.map((line) => line.replace(/^\s*#{1,6}\s+/u, '')).join(' ')) : prose
}

import { spelled, withoutGitHeaders } from '@convene/domain'

/** The most lines a git header has. */
const HEADER = 8

/** The end of a diff's first `count` lines. Never inside a git header, which is recognized only as a whole. */
export function endOfLines(text: string, count: number): number {
  const end = afterLines(text, 0, count)
  const header = text.lastIndexOf('diff --git ', end - 1)
  const isInHeader = header > 0 && text[header - 1] === '\n' && afterLines(text, header, HEADER) >= end
  return isInHeader && end < text.length ? header : end
}

function afterLines(text: string, from: number, count: number): number {
  let end = from
  for (let line = 0; line < count; line += 1) {
    const next = text.indexOf('\n', end)
    if (next < 0) return text.length
    end = next + 1
  }
  return end
}

/** The lines up to `end`, ready to show. */
export function linesTo(text: string, end: number): readonly string[] {
  const shown = spelled(withoutGitHeaders(text.slice(0, end)))
  return (end === text.length ? shown.trimEnd() : shown.replace(/\n$/u, '')).split('\n')
}

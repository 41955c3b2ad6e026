import { spelled, withoutGitHeaders } from '@convene/domain'

/** Lines of a git header, at most. */
const HEADER = 8

/** Where the first `count` lines of a diff end. Not inside a git header: only all of it is known to be one. */
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

/** The lines up to `end` as they are shown. */
export function linesTo(text: string, end: number): readonly string[] {
  const shown = spelled(withoutGitHeaders(text.slice(0, end)))
  return (end === text.length ? shown.trimEnd() : shown.replace(/\n$/u, '')).split('\n')
}

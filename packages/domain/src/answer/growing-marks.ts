import { withPlainMarks } from './plain-marks.ts'
import { FENCE, stanceLine } from './stance-lines.ts'

type Closed = { readonly said: string; readonly shown: string }

const nothing: Closed = { said: '', shown: '' }

/**
 * `withPlainMarks` for growing text: it reads only once what later words cannot change. Rereading a long answer at each
 * word took a third of the page's time while agents write.
 */
export function growingMarks(read: (text: string) => string = withPlainMarks): (text: string) => string {
  let closed = nothing
  return (text) => {
    if (text.slice(0, closed.said.length) !== closed.said) closed = nothing
    const end = closedEnd(text, closed.said.length)
    if (end > closed.said.length)
      closed = { said: text.slice(0, end), shown: closed.shown + read(text.slice(closed.said.length, end)) }
    return closed.shown + read(text.slice(closed.said.length))
  }
}

/** Where the last separately readable paragraph begins, searching from `start`: outside code, after a complete one. */
function closedEnd(text: string, start: number): number {
  let inCode = false
  let end = start
  let line = start
  for (let next = text.indexOf('\n', line); next >= 0; next = text.indexOf('\n', line)) {
    const said = text.slice(line, next)
    if (FENCE.test(said)) inCode = !inCode
    line = next + 1
    if (!inCode && text[line] === '\n' && isComplete(said, text.slice(0, next))) end = line + 1
  }
  return Math.min(end, text.length)
}

const SENTINEL_BEGUN = /\[\[\s{0,3}\w{0,24}\s{0,3}$/u

/** Whether a line can neither belong to a position nor disappear, and does not end a mark in brackets. */
const isComplete = (line: string, before: string): boolean =>
  line.trim() !== '' && !line.includes(':') && !stanceLine(line) && !SENTINEL_BEGUN.test(before.slice(-40))

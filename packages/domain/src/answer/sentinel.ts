import { withoutEnd } from '../text/without-marks.ts'
import { ownLines, undecorated } from './lines.ts'
import { beginsWithContrast, beginsWithReservation } from './reservation.ts'
import { isUnneeded } from './words.ts'

/**
 * Whether an agent says this sentinel: alone on a line, in any case and with any decoration. It does not count in a
 * quote, in a sentence, as a question or next to a line that retracts it.
 */
export function saysSentinel(text: string, sentinel: string, says: 'yes' | 'no'): boolean {
  const lines = ownLines(text)
  return lines.some((line, index) => isSentinel(line, sentinel) && !isTakenBack(lines, index, says))
}

/** Whether the line is this sentinel and nothing else. */
export const isSentinel = (line: string, sentinel: string): boolean =>
  folded(withoutEnd(undecorated(line.normalize('NFKC')), '.:!')) === folded(sentinel)

const folded = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll(/\s/gu, '')

const RUNS_ON =
  /(?<![\p{L}\p{N}])(?:not|never|cannot|\p{L}{2,6}n['’]t|if|once|when|until|unless|before|after|would|nicht|wenn|falls|sobald)(?![\p{L}\p{N}])/iu

const GOES_ON = /^(?:yet|if|once|when|until|unless|after|would)(?![\p{L}\p{N}])/u

/**
 * Whether the lines around a word retract it: `I cannot write` above it, `if …` or `is not needed` below it. A yes is
 * also retracted by a line that limits it, such as `However, …`. A no is not, since its reason may begin like that.
 */
export function isTakenBack(lines: readonly string[], index: number, says: 'yes' | 'no'): boolean {
  if (isAnnounced(lines, index)) return true
  const before = lines[index - 1] ?? ''
  const isClosed = /[.!?。！？\]]\s*$|^\s*(?:[-*•]|\d{1,3}[.)])\s/u.test(before)
  if (!isClosed && RUNS_ON.test(before.slice(-300))) return true
  const next = undecorated(lines[index + 1] ?? '')
  if (says === 'no') return isUnneeded(next) || GOES_ON.test(next)
  const [below = '', ...further] = lines.slice(index + 1, index + 1 + MOST_BELOW).filter((line) => line.trim() !== '')
  return isUnneeded(next) || beginsWithReservation(undecorated(below)) || further.some(turns)
}

/** How many lines after a word are checked. Otherwise a text with many such words would be read once for each. */
const MOST_BELOW = 40
const MOST_ABOVE = 4

const turns = (line: string): boolean => beginsWithContrast(undecorated(line))

const ANNOUNCES =
  /(?<![\p{L}\p{N}])(?:will|would|shall|could|can|cannot|\p{L}{2,6}n['’]t)\s+(?:\p{L}+\s+){0,2}(?:write|say|add|answer|reply|respond|put|end|be|output|return|declare)(?![\p{L}\p{N}])[^.!?]{0,80}[:：]\s*$/iu

/**
 * Whether the line above, possibly across a blank one, says when the word would be written: `Once it is done, I will
 * say:`.
 */
function isAnnounced(lines: readonly string[], index: number): boolean {
  const above = lines.slice(Math.max(0, index - MOST_ABOVE), index).findLast((line) => line.trim() !== '') ?? ''
  const end = above.slice(-300)
  return ANNOUNCES.test(end) && RUNS_ON.test(end)
}

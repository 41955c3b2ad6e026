import { withoutEnd } from '../text/without-marks.ts'
import { ownLines, undecorated } from './lines.ts'
import { beginsWithReservation } from './reservation.ts'
import { isUnneeded } from './words.ts'

/**
 * Whether an agent says this sentinel: alone on a line, whatever the case and the marks around it. Quoted, in a sentence,
 * as a question or beside a line that takes it back, it says nothing.
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
 * Whether the lines beside a word take it back: `I cannot write` above it, `if …` or `is not needed` under it. A yes is
 * also taken back by a line that limits it, such as `However, …`. A no is not: that is how its reason may begin.
 */
export function isTakenBack(lines: readonly string[], index: number, says: 'yes' | 'no'): boolean {
  const before = lines[index - 1] ?? ''
  const isClosed = /[.!?。！？\]]\s*$|^\s*(?:[-*•]|\d{1,3}[.)])\s/u.test(before)
  if (!isClosed && RUNS_ON.test(before.slice(-300))) return true
  const next = undecorated(lines[index + 1] ?? '')
  if (says === 'no') return isUnneeded(next) || GOES_ON.test(next)
  const below = undecorated(lines.slice(index + 1).find((line) => line.trim() !== '') ?? '')
  return isUnneeded(next) || beginsWithReservation(below)
}

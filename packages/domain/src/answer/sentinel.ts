import { withoutEnd } from '../text/without-marks.ts'
import { ownLines, undecorated } from './lines.ts'

/**
 * Whether an agent says this sentinel: alone on a line, whatever the case and the marks around it. Quoted, in a sentence,
 * as a question or under a line that takes it back, it says nothing.
 */
export function saysSentinel(text: string, sentinel: string): boolean {
  const lines = ownLines(text)
  return lines.some((line, index) => {
    return isSentinel(line, sentinel) && !isTakenBack(lines[index - 1], lines[index + 1])
  })
}

/** Whether the line is this sentinel and nothing else. */
export const isSentinel = (line: string, sentinel: string): boolean =>
  folded(withoutEnd(undecorated(line.normalize('NFKC')), '.:!')) === folded(sentinel)

const folded = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll(/\s/gu, '')

const RUNS_ON =
  /(?<![\p{L}\p{N}])(?:not|never|cannot|\p{L}{2,6}n['’]t|if|once|when|until|unless|before|after|would|nicht|wenn|falls|sobald)(?![\p{L}\p{N}])/iu
const GOES_ON = /^(?:yet|if|once|when|until|unless|only|after|would)(?![\p{L}\p{N}])/u

/** `I cannot write` right above it, or `yet` and `once …` right under it: the sentence runs through the line. */
export function isTakenBack(before = '', after = ''): boolean {
  const isClosed = /[.!?。！？\]]\s*$|^\s*(?:[-*•]|\d{1,3}[.)])\s/u.test(before)
  return (!isClosed && RUNS_ON.test(before.slice(-300))) || GOES_ON.test(undecorated(after))
}

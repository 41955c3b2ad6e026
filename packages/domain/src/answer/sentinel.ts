import { withoutLabel } from './label.ts'
import { isLedIn } from './lead-in.ts'
import { fencedEnd, ownLines, undecorated } from './lines.ts'
import { hasReservation, isLimitedBelow } from './reservation.ts'
import { isConditional, isPlaceholder, isUnneeded } from './words.ts'

/**
 * Whether an agent says this sentinel: alone on a line, in any case, with any decoration and after a label. A remark may
 * follow it, unless it limits a yes. It does not count in a quote, in a sentence, as a question, or if a lead-in or the
 * next line retracts it.
 */
export function saysSentinel(text: string, sentinel: string, says: 'yes' | 'no'): boolean {
  const isSaidIn = (lines: readonly string[]): boolean =>
    lines.some((line, index) => isStatement(line, sentinel, says) && !isTakenBack(lines, index, says))
  const [, , first = ''] = says === 'no' ? (FENCED_FIRST.exec(text) ?? []) : []
  return isSaidIn(ownLines(text)) || isSaidIn(fencedEnd(text)) || isSentinel(first, sentinel)
}

/** An answer that begins with a fence of one line: the word, with its reason below. */
const FENCED_FIRST = /^\s{0,40}(`{3,}|~{3,})[^\n]{0,20}\n([^\n]{1,80})\n\s{0,8}\1/u

/** Whether the line is this sentinel and nothing else. */
export function isSentinel(line: string, sentinel: string): boolean {
  const rest = behindSentinel(line, sentinel)
  return rest !== undefined && isBare(rest)
}

const SENTINEL = /^\[\[\s{0,9}([^[\]\n]{1,40}?)\s{0,9}\]\]/u

/** What follows the sentinel that a line begins with. Undefined if it begins with something else. */
export function behindSentinel(line: string, sentinel: string): string | undefined {
  const bare = withoutLabel(undecorated(line.normalize('NFKC')))
  const [found, inner = ''] = SENTINEL.exec(bare) ?? []
  return found !== undefined && folded(`[[${inner}]]`) === folded(sentinel) ? bare.slice(found.length) : undefined
}

const folded = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll(/\s/gu, '')

/** Marks, full stops and signs say nothing. A question mark does. */
const isBare = (rest: string): boolean => !/[\p{L}\p{N}?]/u.test(rest)

const SEPARATED = /^[\s*_~`"'”’]*[.:;,!–—-]/u
/** `[[NEEDS_ITERATION]] would be wrong` talks about the word. */
const TALKS = /^(?:would|could|should|is|was|seems|if|once|when|unless|until|or)(?![\p{L}\p{N}])/iu

function isStatement(line: string, sentinel: string, says: 'yes' | 'no'): boolean {
  const rest = behindSentinel(line, sentinel)
  if (rest === undefined || /^[\s*_~`"')\]]*\?/u.test(rest)) return false
  if (isBare(rest)) return true
  const remark = undecorated(rest)
  if (isPlaceholder(remark) || isUnneeded(remark) || TALKS.test(remark)) return false
  return says === 'no' || (SEPARATED.test(rest) && !hasReservation(remark) && !isConditional(firstWord(remark)))
}

const firstWord = (text: string): string => text.split(/\s+/u, 1)[0] ?? ''

const GOES_ON = /^(?:yet|if|once|when|until|unless|after|would)(?![\p{L}\p{N}])/u
/** The form that was asked for, quoted back: `or` between its words, or a gap that nobody filled. */
const isForm = (above: string, below: string): boolean =>
  [above, below].some((line) => /^or\b[\s:,]*$/iu.test(line)) || isPlaceholder(below)

/**
 * Whether the lines around a word retract it: `I cannot write` above it, `if …` or `is not needed` below it. A no is only
 * retracted by what follows it: the reason for it is often a `not` above it.
 */
export function isTakenBack(lines: readonly string[], index: number, says: 'yes' | 'no'): boolean {
  const [above, below] = [undecorated(lines[index - 1] ?? ''), undecorated(lines[index + 1] ?? '')]
  if (isUnneeded(below) || isForm(above, below)) return true
  return says === 'no' ? GOES_ON.test(below) : isLedIn(lines, index) || isLimitedBelow(lines, index)
}

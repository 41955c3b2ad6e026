import { withoutLabel } from './label.ts'
import { fencedEnd, ownLines, undecorated } from './lines.ts'
import { marksIn } from './marks.ts'
import { hasReservation } from './reservation.ts'
import { isTakenBack } from './sentinel.ts'
import { isConditional, isNone, isPlaceholder, isUnneeded } from './words.ts'

/** The words for yes and no, in capitals and in every form. */
export type Words = { readonly yes: readonly string[]; readonly no: readonly string[] }

/** `reason`: what follows the word, on its line or below. */
export type YesNoVerdict = { readonly says: 'yes' | 'no' | 'unread'; readonly reason: string }

/** What people say before a yes: `No concerns. APPROVE`. A no after it stays a no. */
const COURTESY =
  /^(?:(?:concerns|objections|issues)\s*[:：]\s*none|no (?:further |more |other |major )?(?:concerns?|objections?|issues?|problems?|reservations?|gaps)(?: (?:found|left|remain|here|from me))?|(?:it |this |that |everything |all )?looks? good(?: to me)?|all good|lgtm)\s*[.,;:!–—-]+\s*/iu
const SELF = /^(?:i|we)\s+(?:hereby\s+|fully\s+)?(?=\p{L})/iu

/**
 * The verdict of an answer, from a line that begins with one of the words. A word that is questioned, negated,
 * conditional or quoted does not count. If the answer says both yes and no, the no wins.
 */
export function verdictIn(text: string, words: Words): YesNoVerdict {
  const said = stated(text, words)
  if (said.says !== 'unread') return said
  const marks = text.includes('{') ? marksIn(text, { words: [...KEYS, ...words.no, 'REASON'] }) : []
  const against = marks.find(({ word, value }) => words.no.includes(word) && !isNone(value))
  if (against) return { says: 'no', reason: against.value }
  const keyed = stated(marks.find(({ word }) => KEYS.includes(word))?.value ?? '', words)
  return { ...keyed, reason: keyed.reason || (marks.find(({ word }) => word === 'REASON')?.value ?? '') }
}

/** JSON keys that may hold a verdict. */
const KEYS = ['VERDICT', 'DECISION', 'ANSWER', 'REVIEW', 'STATUS', 'RESULT']

/** In an agent's own words, else in the fence that its answer ends with. */
function stated(text: string, words: Words): YesNoVerdict {
  const own = inLines(ownLines(text), words)
  return own.says === 'unread' ? inLines(fencedEnd(text), words) : own
}

function inLines(written: readonly string[], { yes, no }: Words): YesNoVerdict {
  const lines = written.flatMap((line) => sentencesOf(line, [...yes, ...no]))
  const said = lines.map((line) => statedIn(line, [...yes, ...no]))
  const isSaid = (index: number, says: 'yes' | 'no') => !isTakenBack(lines, index, says)
  const against = said.flatMap((one, index) =>
    one && no.includes(one.word) && isObjection(one) && isSaid(index, 'no') ? [one.rest || below(lines, index)] : [],
  )
  if (against.length > 0) return { says: 'no', reason: against.find((reason) => reason !== '') ?? '' }
  const agrees = said.some(
    (one, index) => one && yes.includes(one.word) && isAgreement(one, no) && isSaid(index, 'yes'),
  )
  return { says: agrees ? 'yes' : 'unread', reason: '' }
}

const LAST_SENTENCE = /^(.{0,2000}[.!])\s+([^.!?]{3,60})[.!*_~`]*$/u

/** `All criteria hold. ACCEPT` in two: a word that is a sentence is said as clearly as one on a line. */
function sentencesOf(line: string, words: readonly string[]): readonly string[] {
  const [, before, last] = LAST_SENTENCE.exec(line) ?? []
  // `No. ACCEPT` says both.
  if (before === undefined || last === undefined || isNone(undecorated(before))) return [line]
  return words.includes(withoutLabel(undecorated(last))) ? [before, last] : [line]
}

const below = (lines: readonly string[], index: number): string =>
  undecorated(lines.slice(index + 1).find((line) => line.trim() !== '') ?? '')

/** A line that begins with a word. `meant`: in capitals, labelled, or alone, so not part of a sentence. */
type Stated = { readonly word: string; readonly rest: string; readonly capital: boolean; readonly meant: boolean }

function statedIn(line: string, words: readonly string[]): Stated | undefined {
  const bare = undecorated(line)
  const labelled = withoutLabel(bare.replace(COURTESY, ''))
  const self = labelled.replace(SELF, '')
  const upper = self.toUpperCase()
  const found = words.filter((one) => upper.startsWith(one) && !/^[\p{L}\p{N}_]/u.test(self.slice(one.length)))
  const word = found.toSorted((one, other) => other.length - one.length)[0]
  if (word === undefined) return undefined
  const behind = self.slice(word.length)
  const rest = undecorated(behind)
  if (/^[\s*_~`"')\]]*\?/u.test(behind) || isPlaceholder(rest)) return undefined
  const capital = self.startsWith(word)
  // The title of an ask, copied back: `# Converged`.
  if (!capital && /^\s{0,3}#\s/u.test(line)) return undefined
  const alone = /^[\s*_~`"']*(?:$|[.,;:!：–—-])/u.test(behind)
  return { word, rest, capital, meant: capital || self !== bare || alone }
}

/** `none` and `is not needed` are not objections. A bare `no` is one. */
function isObjection({ rest, meant }: Stated): boolean {
  if (!meant || /^or\b/iu.test(rest) || isUnneeded(rest)) return false
  return rest === '' || /^no(?![\p{L}\p{N}])/iu.test(rest) || !isNone(rest)
}

/** `APPROVE is premature` talks about the word, while `ACCEPT is my verdict` says it. */
const SUBJECT =
  /^(?:is|was|seems|sounds|feels|looks)\s(?!(?:my|the|our)\s(?:\p{L}+\s)?(?:verdict|decision|answer|result|vote|recommendation)\b)/iu

function isAgreement({ rest, capital, meant }: Stated, no: readonly string[]): boolean {
  const [first = ''] = rest.split(/\s+/u, 1)
  if (!meant || isConditional(first) || /^or\b/iu.test(rest) || SUBJECT.test(rest)) return false
  return !hasReservation(rest, no) && (capital || !isConditional(rest))
}

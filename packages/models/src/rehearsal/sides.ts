import { withoutEnd } from '@convene/domain'
import { kindOfGoal } from './goal.ts'
import { clip, plain } from './quote.ts'
import { keyTerms, stemsOf } from './words.ts'

/** A possible outcome of a decision, and the words by which a line names it. Yes and no have none. */
export type Side = { readonly name: string; readonly stems: ReadonlySet<string> }

const MAX_GOAL = 400
const MAX_NAME = 60
const MAX_WORDS = 6
const BETWEEN = new Set(['or', 'oder', 'ou', 'vs', 'vs.', 'versus'])
const PREPOSITION = new Set(['in', 'to', 'with', 'on', 'for', 'from', 'by', 'as', 'at', 'auf', 'mit', 'zu', 'dans'])
const LEADING =
  /^(?:should|shall|do|would|it|is|we|i|you|they|he|she|the|a|an|our|their|its|my|your|better|worth|time|to|sollen|sollten|wir|die|der|das)$/i

/** The alternatives of a decision in the goal's own words, else yes or not yet. None for any other goal. */
export function sidesOf(goal: string): readonly Side[] {
  if (kindOfGoal(goal) !== 'decision') return []
  const named = namedIn(plain(goal.slice(0, MAX_GOAL)))
  return named.length > 1 ? named : [side('Yes', []), side('Not yet', [])]
}

const side = (name: string, stems: readonly string[]): Side => ({ name, stems: new Set(stems) })

function namedIn(goal: string): readonly Side[] {
  const words = goal.split(' ')
  const at = words.findIndex((word) => BETWEEN.has(word.toLowerCase()))
  if (at < 1 || at === words.length - 1) return []
  const names = [leftOf(words.slice(0, at), rightOf(words.slice(at + 1))), nameOf(rightOf(words.slice(at + 1)))]
  const stems = names.map((name) => keyTerms(name, MAX_WORDS).flatMap((term) => term.stems))
  const own = stems.map((list, number) => list.filter((stem) => !stems[1 - number]?.includes(stem)))
  return own.every((list) => list.length > 0) ? names.map((name, number) => side(name, own[number] ?? [])) : []
}

/** Up to the first pause in the sentence. */
function rightOf(words: readonly string[]): readonly string[] {
  const end = words.findIndex((word) => /[,;:?.!]$/.test(word))
  return words.slice(0, Math.min(MAX_WORDS, end < 0 ? words.length : end + 1))
}

/** As much before the `or` as comes after it: from the same preposition on, or the same number of words. */
function leftOf(before: readonly string[], after: readonly string[]): string {
  const first = after[0]?.toLowerCase() ?? ''
  const same = PREPOSITION.has(first) ? before.findLastIndex((word) => word.toLowerCase() === first) : -1
  if (same >= 0) return nameOf(before.slice(same))
  return nameOf(before.slice(after.length === 1 ? -1 : -(after.length + 1)))
}

function nameOf(words: readonly string[]): string {
  const from = words.findIndex((word) => !LEADING.test(word) && !PREPOSITION.has(word.toLowerCase()))
  const name = clip(withoutEnd(words.slice(Math.max(0, from)).join(' '), ',;:?.!'), MAX_NAME)
  return name.charAt(0).toUpperCase() + name.slice(1)
}

const HINDERS =
  /\b(?:not|no|none|never|nobody|nothing|cannot|can't|won't|without|until|waits?|risks?|fail(?:s|ed|ure)?|problems?|put off|must|slow|broken?|unsupported|deprecated|todo|fixme)\b/i

/** Whether a line supports a side by naming it. For yes and not yet: by whether it contains an objection. */
export function speaksFor({ name, stems }: Side, line: string): boolean {
  if (stems.size > 0) return stemsOf(line).some((stem) => stems.has(stem))
  return HINDERS.test(line) === (name === 'Not yet')
}

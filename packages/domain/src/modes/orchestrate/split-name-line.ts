import { withoutEnd } from '../../text/without-marks.ts'
import { type Assignable, findMember } from './find-member.ts'

/** A name as written, and the rest of its line. */
export type NameLine = { readonly name: string; readonly rest: string }

const CLOSING: { readonly [opening: string]: string } = {
  '`': '`',
  '"': '"',
  "'": "'",
  '“': '”',
  '‘': '’',
  '«': '»',
  '<': '>',
  '**': '**',
}
const MOST_WORDS = 12
/** Closing marks of formatting opened before `@worker:`, such as in `**@worker:Ada**` or `**@worker:Ada** do it`. */
const LEFT_OPEN = /^([^*_~`\s][^*~`]{0,200}?)[*_~`]{1,3}(?=\s|$|[:.,])((?:[^*~`]|$)*)$/u

/**
 * Where the name after `@worker:` ends and the task begins. A wrapped name ends with its wrapper. Otherwise it is the
 * longest beginning that is a member's name, else the longest that only one member's name begins with, else one word.
 */
export function splitNameLine(line: string, members: readonly Assignable[]): NameLine {
  const text = line.trim().replace(LEFT_OPEN, '$1$2')
  const wrapped = unwrap(text)
  if (wrapped) return wrapped
  const beginnings = beginningsOf(text)
  const meant = beginnings.map((one) => ({ ...one, found: findMember(one.name, members) }))
  const best = meant.find(({ found }) => found && !found.guessed) ?? meant.find(({ found }) => found)
  return best ?? beginnings.at(-1) ?? { name: '', rest: '' }
}

function unwrap(text: string): NameLine | undefined {
  const opening = text.startsWith('**') ? '**' : (text[0] ?? '')
  const closing = CLOSING[opening]
  const end = closing === undefined ? -1 : text.indexOf(closing, opening.length)
  if (closing === undefined || end < 0) return undefined
  return { name: text.slice(opening.length, end).trim(), rest: behind(text.slice(end + closing.length)) }
}

/** The line cut after each of its first words, longest beginning first. */
function beginningsOf(text: string): readonly NameLine[] {
  const cuts = [...text.slice(0, 400).matchAll(/\S+/g)].slice(0, MOST_WORDS).map((word) => word.index + word[0].length)
  return cuts
    .map((cut) => ({ name: withoutEnd(text.slice(0, cut), ':,;.–—-'), rest: behind(text.slice(cut)) }))
    .toReversed()
}

/** Without the punctuation between a name and a task. */
const behind = (text: string): string => text.replace(/^\s*[:–—-]?\s+|^[:,]\s*/, '').trim()

import { findMember, type NamedMember } from '../../answer/find-member.ts'
import { withoutEnd } from '../../text/without-marks.ts'

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
  '[': ']',
  '(': ')',
  '**': '**',
}
const MOST_WORDS = 12
/** Closing marks of formatting opened before `@worker:`, such as in `**@worker:Ada**` or `**@worker:Ada** do it`. */
const LEFT_OPEN = /^([^*_~`\s][^*~`]{0,200}?)[*_~`]{1,3}(?=\s|$|[:.,])((?:[^*~`]|$)*)$/u

/**
 * Where the name after `@worker:` ends and the task begins. A wrapped name ends with its wrapper. Otherwise it is the
 * longest beginning that is a member's name, else the longest that can only mean one member, else one word.
 */
export function splitNameLine(line: string, members: readonly NamedMember[]): NameLine {
  const text = line.trim().replace(LEFT_OPEN, '$1$2')
  const wrapped = unwrap(text)
  if (wrapped) return wrapped
  const beginnings = beginningsOf(text)
  const meant = beginnings.map((one) => ({ ...one, found: findMember(one.name, members) }))
  const exact = meant.filter(({ found, rest }) => found && !found.guessed && !NUMBER.test(rest))
  const other = meant.find(({ found, rest }) => found?.guessed === false && NUMBER.test(rest))
  if (exact.length === 0 && other) return { name: `${other.name} ${other.rest}`, rest: '' }
  const named = exact.find(({ name }) => !/[([<{]/u.test(name)) ?? exact[0]
  // A longer beginning holds words of the task, and would guess somebody whom the task only mentions.
  const most = Math.max(1, ...members.map(({ name }) => wordsIn(name))) + 1
  const best = named ?? meant.find(({ name, found }) => found?.guessed && wordsIn(name) <= most)
  const { name, rest } = best ?? beginnings.at(-1) ?? { name: '', rest: '' }
  return { name, rest: named ? withoutRole(rest) : rest }
}

/** `Worker 3` is not Worker. */
const NUMBER = /^\d{1,3}(?:$|:)/u

const wordsIn = (text: string): number => text.split(/\s+/u).length

/** `(builder): write it` and `<openai/gpt-5> write it` repeat the list of members. */
const withoutRole = (rest: string): string =>
  behind(rest.replace(/^(?:\([^()\s]{1,40}(?: [^()\s]{1,40}){0,2}\)|<[^<>\s]{1,80}>)(?=\s|[:,]|$)/u, ''))

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

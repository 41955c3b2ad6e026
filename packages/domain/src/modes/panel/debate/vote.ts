import { abstentionIn, isAbstaining } from '../../../answer/abstention.ts'
import { jsonIn } from '../../../answer/json.ts'
import { markIn, valueIn } from '../../../answer/marks.ts'
import { leavesOpen, optionMeant } from '../../../answer/option.ts'
import { plainVoteIn } from '../../../answer/plain-vote.ts'
import { ARROW } from '../../../answer/separator.ts'
import { isAbstention } from '../../../answer/words.ts'
import { cleanLine } from '../../../text/clean.ts'
import { letterAt, placeOfLetter } from '../../../text/letters.ts'
import { isFormText } from './forms.ts'
import { PANEL_WORDS, samePosition } from './reading.ts'

/** What a vote says: one of the options, by its index, a position that is none of them, or a deliberate abstention. */
export type ChosenPosition =
  | { readonly kind: 'option'; readonly place: number }
  | { readonly kind: 'new'; readonly text: string }
  | { readonly kind: 'abstain' }

const LONGEST = 300
const ELSE =
  /^(?:something else|some other|other|another(?: option)?|a? ?new option|none of (?:these|them|the above))(?![\p{L}\p{N}])\s{0,4}[:：,–—-]?\s{0,4}(.*)$/isu
/** `Something else` without saying what. */
const isElse = (text: string): boolean => ELSE.exec(text)?.[1] === ''
/** A letter alone or followed by a reason, but not an article at the start of a sentence. */
const LETTER = /^\(?(?:option\s{1,3})?([a-z])\)?(?=$|[.,:;)]|\s{1,4}(?:[(–—-]|because\b|since\b|as\b))/iu

/** Only a letter: it means the option with that letter, even if another option's text is that letter. */
const BARE = /^\(?(?:option\s{1,3})?([a-z])\)?[.:]?$/iu
/** Too short to be a position: later voters would take it for an option's letter or number. */
const NAMELESS = /^\W{0,3}(?:option\s{0,3})?(?:[a-z]|\d{1,3})\W{0,3}$/iu

/** Reads `VOTE:`; undefined if it names no option and nothing else, or if the position names another option. */
export function readChoice(text: string, options: readonly string[]): ChosenPosition | undefined {
  const choice = choiceIn(text, options)
  return choice?.kind === 'option' && contradicts(text, options, choice.place) ? undefined : choice
}

/** Whether `POSITION:` names an option other than the one at this place. Such a vote contradicts itself. */
export function contradicts(text: string, options: readonly string[], place: number): boolean {
  const position = valueIn(text, 'POSITION') ?? ''
  const named = position === '' ? [] : options.filter((option) => samePosition(option, position))
  return named.length > 0 && !named.includes(options[place] ?? '')
}

/** What is wrong with a vote that `readChoice` cannot read, as the end of a sentence. */
export const unreadVoteText = (text: string, options: readonly string[]): string =>
  choiceIn(text, options) ? CONTRADICTS : NAMES_NONE

export const NAMES_NONE = 'names none of the options'
export const CONTRADICTS = 'names an option other than its position'

/** What follows `VOTE:`, without the end of bold or code: `**VOTE: B** – it grows`. Or a line that abstains. */
export const voteIn = (text: string): string =>
  (valueIn(text, 'VOTE') ?? plainVoteIn(text) ?? abstentionIn(text)).replace(
    /^([^*_`]{1,80}?)[*_`]{1,3}(?=\s|$|[.,:;–—-])/u,
    '$1',
  )

/** By letter, number or words. */
function choiceIn(text: string, options: readonly string[]): ChosenPosition | undefined {
  const said = voteIn(text)
  if (isAbstention(said)) return { kind: 'abstain' }
  const other = options.some((option) => samePosition(option, said)) ? null : ELSE.exec(said)
  if (other) return otherwise(other[1] || (valueIn(text, 'POSITION') ?? ''), options)
  const bare = placeOfLetter(BARE.exec(said.trim())?.[1] ?? '')
  if (bare >= 0 && bare < options.length) return { kind: 'option', place: bare }
  return byLetter(said, options)
}

/** By a letter with something after it, or by words. */
function byLetter(said: string, options: readonly string[]): ChosenPosition | undefined {
  const [before = '', letter] = LETTER.exec(said) ?? []
  const place = letter === undefined ? -1 : placeOfLetter(letter)
  if (place >= options.length || (place >= 0 && leavesOpen(options, said.slice(before.length)))) return undefined
  const meant = optionMeant(options, said)
  const chosen = meant === undefined ? place : options.indexOf(meant)
  return chosen < 0 ? undefined : { kind: 'option', place: chosen }
}

function otherwise(said: string, options: readonly string[]): ChosenPosition | undefined {
  const text = cleanLine(said).slice(0, LONGEST)
  if (isAbstaining(text)) return { kind: 'abstain' }
  if (isElse(text)) return undefined
  if (!/[\p{L}\p{N}]/u.test(text) || NAMELESS.test(text) || isFormText(text)) return undefined
  const place = options.findIndex((option) => samePosition(option, text))
  return place < 0 ? { kind: 'new', text } : { kind: 'option', place }
}

type Read = { readonly ok: true; readonly value: readonly number[] } | { readonly ok: false; readonly why: string }

const PAIR = new RegExp(
  `(?<![\\p{L}\\p{N}])(something else|other|[a-z])["'*_\`]{0,3}\\s{0,3}(?:${ARROW}|[:=(–—-])?\\s{0,3}["'*_\`]{0,3}(\\d{1,3}(?:[.,]\\d{1,6})?)(?![\\d])`,
  'giu',
)
/** `1=34 2=66`: options by their place, as some models count them. */
const NUMBERED = new RegExp(
  `(?<![\\p{L}\\p{N}.,])(\\d{1,2})["'*_\`]{0,3}\\s{0,3}(?:${ARROW}|[:=])\\s{0,3}["'*_\`]{0,3}(\\d{1,3}(?:[.,]\\d{1,6})?)(?![\\d])`,
  'gu',
)
/** Numbers that cannot be a share of 100: below 0, above 999, with an exponent, or not numbers at all. */
const NO_SHARE = /(?:^|[\s:=(,])[-−]\d|\d[eE][+-]?\d|(?<![.,\d])\d{4,}|\b(?:nan|infinity)\b/iu
/** Models round: sums that are off by at most this are scaled to 100. */
const OFF = 10

/**
 * The probability of each option, in order, adding up to 100. Undefined if none were given. Nothing is made up.
 * `added`: the last option is what the voter called something else.
 */
export function readProbabilities(text: string, count: number, added = false): Read | undefined {
  const said = probabilitiesIn(text)
  if (said === undefined) return undefined
  if (NO_SHARE.test(said)) return { ok: false, why: 'It has a number that is not between 0 and 100.' }
  const letters = Array.from({ length: count }, (_, place) => letterAt(place))
  const shares = sharesIn(said, letters, (added && letters.at(-1)) || 'else')
  if (shares.size === 0) return { ok: false, why: /\d/u.test(said) ? WHOSE : 'It gives no numbers.' }
  const unknown = [...shares.keys()].filter((name) => name !== 'else' && !letters.includes(name))
  if (unknown.length > 0) return { ok: false, why: `There is no option ${unknown.join(', ')}.` }
  const sum = [...shares.values()].reduce((one, other) => one + other, 0)
  const whole = sum > 0 && Math.abs(sum - 1) <= OFF / 100 ? 1 : 100
  if (Math.abs(sum - whole) * (100 / whole) > OFF)
    return { ok: false, why: `The probabilities add up to ${Math.round(sum * 100) / 100}, not 100.` }
  return { ok: true, value: letters.map((letter) => rounded(((shares.get(letter) ?? 0) / sum) * 100)) }
}

const WHOSE = 'It does not say which option each number is for.'

/** What a vote says about how likely each option is, unread. */
export const probabilitiesIn = (text: string): string | undefined =>
  markIn(text, 'PROBABILITIES', { words: PANEL_WORDS })?.text ?? inJson(text)

/** By letter, else by place. `other` is what something else is called. */
function sharesIn(said: string, letters: readonly string[], other: string): ReadonlyMap<string, number> {
  const number = (amount: string) => Number(amount.replace(',', '.'))
  const named = [...said.matchAll(PAIR)].map(
    ([, name = '', amount = '']) => [name.length > 1 ? other : name.toUpperCase(), number(amount)] as const,
  )
  const placed = [...said.matchAll(NUMBERED)].map(
    ([, place = '', amount = '']) => [letters[Number(place) - 1] ?? place, number(amount)] as const,
  )
  return new Map(named.length > 0 ? named : placed)
}

const rounded = (share: number): number => Math.round(share * 10) / 10

/** `{ "probabilities": { "A": 70, "B": 30 } }`, in the form of the lines. */
function inJson(text: string): string | undefined {
  const value = jsonIn(text, isObject)?.value
  const [, shares] = Object.entries(value ?? {}).find(([key]) => key.toLowerCase() === 'probabilities') ?? []
  if (!isObject(shares)) return undefined
  return Object.entries(shares)
    .map(([name, share]) => `${name} ${String(share)}`)
    .join(', ')
}

const isObject = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

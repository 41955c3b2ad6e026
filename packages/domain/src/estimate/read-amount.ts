import type { Quantity } from '../event/estimate-facts.ts'
import { isCounted, isOtherMeasure, isTime, perUnit, unitNamed } from './units.ts'

const WORDS: { readonly [word: string]: number } = Object.fromEntries(
  'zero one two three four five six seven eight nine ten eleven twelve'.split(' ').map((word, value) => [word, value]),
)
const TENS: { readonly [word: string]: number } = {
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  a: 1,
  an: 1,
}
const SCALES: { readonly [word: string]: number } = {
  k: 1e3,
  thousand: 1e3,
  mio: 1e6,
  mn: 1e6,
  m: 1e6,
  million: 1e6,
  bn: 1e9,
  b: 1e9,
  billion: 1e9,
  trn: 1e12,
  trillion: 1e12,
}

const ABOUT = '(?:(?:about|around|roughly|approximately|approx\\.?|circa|ca\\.?|some|~|≈|<=?|>=?|≤|≥)\\s{0,3})?'
const SIGN = '(?:[$€£¥]|us\\$|usd|eur|gbp|chf)'
const DIGITS = "-?\\d{1,15}(?:[\\s,.'’_]\\d{3}(?!\\d))*(?:[.,]\\d{1,30})?"
/** `e6`, `×10^6`. */
const POWER = '(?:e|\\s?[×✕x*·]\\s?10\\s?(?:\\^|\\*\\*)\\s?)(?<power>[+-]?\\d{1,3})(?![\\d.,])'
const NAMED = Object.keys({ ...WORDS, ...TENS }).join('|')
/** `about $1.2k`, `3 days`, `two weeks`, `half a day`. */
const AMOUNT = new RegExp(
  `^${ABOUT}(?<sign>${SIGN})?\\s?(?<number>${DIGITS}|(?:${NAMED})(?![\\p{L}\\p{N}])|half an?)(?:${POWER})?(?<rest>.*)$`,
  'isu',
)

/** An amount, what it is counted in, and the text behind it. */
type Written = { readonly value: number; readonly unit: string; readonly rest: string }

/** The amount that a text begins with. Undefined if it begins with anything else. */
export function amountAt(text: string): Written | undefined {
  const { number = '', power = '0', sign = '', rest: after = '' } = AMOUNT.exec(tenTo(text.trim()))?.groups ?? {}
  const bare = numberIn(number)
  if (bare === undefined || isCutOff(after)) return undefined
  const rest = after.trimStart()
  const [word = ''] = /^[\p{L}$€£¥]{1,20}/u.exec(rest) ?? []
  const isScale = scaleOf(word, sign) !== undefined
  const behind = isScale ? rest.slice(word.length).trimStart() : rest
  const [named = ''] = /^[\p{L}$€£¥]{1,20}/u.exec(behind) ?? []
  const unit = unitNamed(named) ?? unitNamed(sign) ?? ''
  const value = bare * 10 ** Number(power) * (scaleOf(word, sign) ?? 1)
  if (isScale ? /^[\p{L}\p{N}]/u.test(rest.slice(word.length)) : isGlued(after)) return undefined
  return { value, unit, rest: unitNamed(named) === undefined ? behind : behind.slice(named.length).trimStart() }
}

/** `10^6` as `1e6`. */
const tenTo = (text: string): string => text.replace(/(?<![\p{L}\p{N}.,^×✕*·]\s?)10\s?(?:\^|\*\*)\s?(?=[+-]?\d)/u, '1e')

/** There is more of the number, which nobody reads here: `1/2`, `3 × 7`, `2^20`, more digits than there are of anything. */
const isCutOff = (after: string): boolean => /^(?:[.,'’_]?\d|\s?[×✕*·^/]\s?\d|\s?x\s?\d)/iu.test(after)

/** A word that touches the number and is no unit: `5q`. */
function isGlued(after: string): boolean {
  const [word = ''] = /^[\p{L}$€£¥]{1,20}/u.exec(after) ?? []
  return word !== '' && unitNamed(word) === undefined
}

/** `m` is a million of money, and a minute otherwise. */
const scaleOf = (word: string, sign: string): number | undefined =>
  word === 'm' && sign === '' ? undefined : SCALES[word.toLowerCase()]

/** `1,000`, `1.000`, `1 000` and `1'000` are a thousand; `1,5` and `1.5` are one and a half. */
function numberIn(said: string): number | undefined {
  const word = said.toLowerCase()
  if (word.startsWith('half')) return 0.5
  const named = WORDS[word] ?? TENS[word]
  if (named !== undefined) return named
  if (!/\d/u.test(said)) return undefined
  const grouped = said.replaceAll(/[\s'’_](?=\d{3}(?!\d))/gu, '')
  // A point followed by three digits is a fraction, unless it comes twice: most models write English.
  const value = Number(
    COMMAS.test(grouped)
      ? grouped.replaceAll(',', '')
      : POINTS.test(grouped)
        ? grouped.replaceAll('.', '')
        : grouped.replace(',', '.'),
  )
  return Number.isFinite(value) ? value : undefined
}

const COMMAS = /^-?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/u
const POINTS = /^-?[1-9]\d{0,2}(?:\.\d{3}){2,}(?:,\d+)?$/u

/** Why an amount cannot be used: there is none, it measures something else, or nothing can be that large or small. */
export type Unread = 'none' | 'unit' | 'size'

const TO = /^\s{0,3}(?:-|–|—|~|→|to|bis|or|and|\.\.+)\s{0,3}(?=[\d$€£¥])/iu

/** `1-2 days` in place of one number. `2 days – 3 reviewers are enough` says something else. */
function isRange({ unit, rest }: Written): boolean {
  const [to = ''] = TO.exec(rest) ?? []
  const other = to === '' ? undefined : amountAt(rest.slice(to.length))
  return other !== undefined && (unit === '' || other.unit !== '')
}

/** The amount that a text begins with, in the unit asked for. */
export function amountIn(text: string, { unit }: Pick<Quantity, 'unit'>, named = ''): number | Unread {
  const written = amountAt(text)
  if (!written || /^\s{0,3}(?:%|percent)/iu.test(written.rest) || isRange(written)) return 'none'
  if (written.unit === '' && isOtherMeasure(written.rest, unit)) return 'unit'
  const factor = perUnit(written.unit || named || unit, unit)
  if (factor === undefined) return 'unit'
  const value = written.value * factor
  return isPossible(value, unit) ? value : 'size'
}

const MOST = 1e18
const MOST_YEARS = 10_000

/** Time and things that are counted are never below zero. Money, degrees and points may be. */
function isPossible(value: number, unit: string): boolean {
  const most = perUnit('years', unit)
  if (isTime(unit)) return value >= 0 && value <= MOST_YEARS * (most ?? 1)
  return Math.abs(value) <= MOST && (value >= 0 || !isCounted(unit))
}

import type { Quantity } from '../event/estimate-facts.ts'
import { isOtherMeasure, perUnit, unitNamed } from './units.ts'

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
}

const ABOUT = '(?:(?:about|around|roughly|approximately|approx\\.?|circa|ca\\.?|some|~|≈|<=?|>=?|≤|≥)\\s{0,3})?'
const SIGN = '(?:[$€£¥]|us\\$|usd|eur|gbp|chf)'
const DIGITS = "-?\\d{1,15}(?:[\\s,.'’_]\\d{3})*(?:[.,]\\d{1,9})?"
const NAMED = Object.keys({ ...WORDS, ...TENS }).join('|')
/** `about $1.2k`, `3 days`, `two weeks`, `half a day`. */
const AMOUNT = new RegExp(
  `^${ABOUT}(?<sign>${SIGN})?\\s?(?<number>${DIGITS}|(?:${NAMED})(?![\\p{L}\\p{N}])|half an?)\\s?(?<rest>.*)$`,
  'isu',
)

/** An amount, what it is counted in, and the text behind it. */
type Written = { readonly value: number; readonly unit: string; readonly rest: string }

/** The amount that a text begins with. Undefined if it begins with anything else. */
export function amountAt(text: string): Written | undefined {
  const { number = '', sign = '', rest = '' } = AMOUNT.exec(text.trim())?.groups ?? {}
  const bare = numberIn(number)
  if (bare === undefined) return undefined
  const [word = ''] = /^[\p{L}$€£¥]{1,20}/u.exec(rest) ?? []
  const isScale = scaleOf(word, sign) !== undefined
  const behind = isScale ? rest.slice(word.length).trimStart() : rest
  const [named = ''] = /^[\p{L}$€£¥]{1,20}/u.exec(behind) ?? []
  const unit = unitNamed(named) ?? unitNamed(sign) ?? ''
  const value = bare * (scaleOf(word, sign) ?? 1)
  return { value, unit, rest: unitNamed(named) === undefined ? behind : behind.slice(named.length).trimStart() }
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

/** Why an amount cannot be used: there is none, or it measures something else. */
export type Unread = 'none' | 'unit'

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
  return factor === undefined ? 'unit' : written.value * factor
}

import type { Pooled, Quantity, ValueRange } from '../event/estimate-facts.ts'
import { countText, numberText } from '../text/amounts.ts'
import { perUnit, readableUnit, withUnit } from './units.ts'

const DIGITS = 2

/** Two digits: more would promise a precision that nobody has. */
const rounded = (amount: number): string => {
  const short = Number(amount.toPrecision(DIGITS))
  return numberText(Math.abs(amount) >= 10 ** DIGITS ? Math.round(short) : short)
}

/** Certainty is never claimed. */
const percent = (share: number): string => {
  const points = Math.round(share * 100)
  return points <= 0 ? 'under 1' : points >= 100 ? 'over 99' : String(points)
}

/** `3–9 days`, `$3,000–$9,000`, `30–60 %`. One number if both ends look the same. */
export function valueRangeText({ low, middle, high }: ValueRange, quantity: Quantity): string {
  if (quantity.kind === 'chance') return low === high ? `${percent(low)} %` : spanOf(percent(low), percent(high), ' %')
  const { unit, factor } = shownIn(quantity, middle)
  const [from, to] = [low, high].map((amount) => rounded(amount * factor))
  if (from === to) return withUnit(from ?? '', unit)
  const span = withUnit('', unit).startsWith(unit) && unit !== '' ? `${unit}${from}–${unit}${to}` : `${from}–${to}`
  return withUnit('', unit).startsWith(unit) ? span : withUnit(span, unit)
}

const spanOf = (from: string, to: string, end: string): string =>
  from === to ? `${from}${end}` : `${from}–${to}${end}`

/** The middle of a range in the same unit: `5 days`, `45 %`. */
export function middleText({ middle }: ValueRange, quantity: Quantity): string {
  if (quantity.kind === 'chance') return `${percent(middle)} %`
  const { unit, factor } = shownIn(quantity, middle)
  return withUnit(rounded(middle * factor), unit)
}

function shownIn({ unit }: Quantity, middle: number): { readonly unit: string; readonly factor: number } {
  const shown = readableUnit(unit, middle)
  return { unit: shown, factor: perUnit(unit, shown) ?? 1 }
}

/** The result in one line: `3–9 days in 8 of 10 cases, middle 5 days`, or `30–60 % likely, together 45 %`. */
export function estimateLine({ quantity, range, seats }: Pick<Pooled, 'quantity' | 'range' | 'seats'>): string {
  if (range === null) return 'No estimate'
  if (quantity.kind === 'number')
    return `${valueRangeText(range, quantity)} in 8 of 10 cases, middle ${middleText(range, quantity)}`
  const from = countText(seats.length, 'seat')
  return seats.length < 2 || range.low === range.high
    ? `about ${middleText(range, quantity)} likely (${from})`
    : `${valueRangeText(range, quantity)} likely (${from}), together ${middleText(range, quantity)}`
}

/** How many minutes a unit of time has. Months and years are those of a calendar, on average. */
const MINUTES: { readonly [unit: string]: number } = {
  microseconds: 1 / 60_000_000,
  milliseconds: 1 / 60_000,
  seconds: 1 / 60,
  minutes: 1,
  hours: 60,
  days: 1_440,
  weeks: 10_080,
  months: 43_830,
  years: 525_960,
}

const TIMES: readonly (readonly [unit: string, words: RegExp])[] = [
  ['microseconds', /^(?:[µμu]s|microsecs?|microseconds?)$/u],
  ['milliseconds', /^(?:ms|msecs?|millis|milliseconds?)$/u],
  ['seconds', /^(?:s|secs?|seconds?)$/u],
  ['minutes', /^(?:m|mins?|minutes?)$/u],
  ['hours', /^(?:h|hrs?|hours?)$/u],
  ['days', /^(?:d|days?)$/u],
  ['weeks', /^(?:w|wks?|weeks?)$/u],
  ['months', /^(?:mos?|months?)$/u],
  ['years', /^(?:y|yrs?|years?)$/u],
]

const MONEY: readonly (readonly [unit: string, words: RegExp])[] = [
  ['$', /^(?:\$|usd?|us\$|dollars?)$/u],
  ['€', /^(?:€|eur|euros?)$/u],
  ['£', /^(?:£|gbp|pounds?)$/u],
  ['¥', /^(?:¥|jpy|yen)$/u],
  ['CHF', /^(?:chf|francs?)$/u],
]

/** What can be less than none: a temperature, a share, points of an index. */
const SIGNED = /°|degree|percent|%|point|balance|profit|loss|change|difference/u

/** Whether a unit is of things that are counted one by one. */
export const isCounted = (unit: string): boolean =>
  unit !== '' && !isTime(unit) && !isMoney(unit) && !SIGNED.test(unit.toLowerCase())

/** The name of a unit of time or money. Undefined for any other word. */
export function unitNamed(said: string): string | undefined {
  const word = said.toLowerCase().replace(/[.,;:!)]+$/u, '')
  return [...TIMES, ...MONEY].find(([, words]) => words.test(word))?.[0]
}

export const isTime = (unit: string): boolean => unit in MINUTES
const isMoney = (unit: string): boolean => MONEY.some(([name]) => name === unit)

/** The unit in which a word counts: `week` is `weeks`. Anything else is taken as it is written. */
export const plainUnit = (said: string): string => unitNamed(said) ?? said

/** How many of one unit another has. Undefined if they measure different things. */
export function perUnit(from: string, to: string): number | undefined {
  if (from === to) return 1
  const [one, other] = [MINUTES[from], MINUTES[to]]
  if (one !== undefined && other !== undefined) return one / other
  const isOther = [from, to].some((unit) => isTime(unit) || isMoney(unit))
  return isOther && from !== '' ? undefined : 1
}

const COUNTED =
  /^(?:story[\s-])?(?:points?|pts?|sps?|sprints?|iterations?|tickets?|issues?|tasks?|steps?|people|persons?|engineers?|developers?|users?|lines?|files?|commits?|tokens?)(?![\p{L}\p{N}-])/iu

/** Whether a number that should be of time or money counts something else: `5 story points`. */
export const isOtherMeasure = (behind: string, unit: string): boolean =>
  (isTime(unit) || isMoney(unit)) && COUNTED.test(behind)

/** The unit of time in which an amount is easiest to read: neither `0.02 days` nor `400 days`. */
export function readableUnit(unit: string, amount: number): string {
  const minutes = MINUTES[unit]
  if (minutes === undefined || (amount >= 1 && amount < 60)) return unit
  const fitting = Object.entries(MINUTES).filter(([, per]) => Math.abs(amount) * minutes >= per)
  return fitting.at(-1)?.[0] ?? unit
}

/** `3 days`, `$3`, `3 users`. */
export const withUnit = (amount: string, unit: string): string =>
  isMoney(unit) && unit !== 'CHF' ? `${unit}${amount}` : unit === '' ? amount : `${amount} ${unit}`

import type { Basis, Forecast, VoteWeight } from '../event/decision-facts.ts'
import { countText } from '../text/amounts.ts'

const percent = (share: number): string => `${Math.round(share * 100)} %`

/** What a probability is based on: `41 resolved decisions`, `first guess from 3 models of 2 vendors`. */
export const basisText = ({ resolved, models, vendors }: Basis): string =>
  resolved > 0
    ? countText(resolved, 'resolved decision')
    : `first guess from ${countText(models, 'model')} of ${countText(vendors, 'vendor')}`

/** The same in short: `41 resolved`, `first guess`. */
export const shortBasisText = ({ resolved }: Pick<Basis, 'resolved'>): string =>
  resolved > 0 ? `${resolved} resolved` : 'first guess'

/** `79 % likely right · 41 resolved decisions`. */
export const chanceText = (probability: number, basis: Basis): string =>
  `${percent(probability)} likely right · ${basisText(basis)}`

/** Below this, it is more likely that the result is wrong. */
const EVEN = 0.5
export const isUnlikely = (probability: number): boolean => probability < EVEN

/** What to say about a result: how likely it is right, whether it is close or unlikely, and how much each vote counted. */
export function forecastLines(
  { probability, basis, close, weights }: Forecast,
  { option, name }: { readonly option: string; readonly name: (voter: string) => string },
): readonly string[] {
  return [
    chanceText(probability, basis),
    ...(isUnlikely(probability) ? [unlikelyText(option, probability)] : []),
    ...(close.length > 0 ? [closeText(close)] : []),
    ...(weights.length > 1 ? [`Each vote counted: ${weights.map((each) => weightText(each, name)).join(' · ')}`] : []),
  ]
}

/** The leading option is taken, and it is said that it is probably wrong. */
export const unlikelyText = (option: string, probability: number): string =>
  `Unlikely: “${option}” won, but results like this one are right in ${percent(probability)} of cases.`

export const closeText = (close: readonly string[]): string =>
  `Close: ${close.map((option) => `“${option}”`).join(' and ')} are too close to tell.`

/** How much a vote counted, and why: `Ann 0.4 (errs like Ben)`. */
export function weightText({ voter, weight, ...why }: VoteWeight, name: (voter: string) => string): string {
  const reason = whyText(why, name)
  return `${name(voter)} ${weightNumber(weight)}${reason === '' ? '' : ` (${reason})`}`
}

/** `0.4`, `−0.3`: a vote can speak against its option, if such votes were mostly wrong. Never `−0.0`. */
const weightNumber = (weight: number): string => {
  const tenths = Math.round(Math.abs(weight) * 10)
  return `${weight < 0 && tenths > 0 ? '−' : ''}${(tenths / 10).toFixed(1)}`
}

/** A vote as likely right as that of an unknown model needs no explanation. */
function whyText({ chance, like }: Pick<VoteWeight, 'chance' | 'like'>, name: (voter: string) => string): string {
  const isUsual = Math.abs(chance - USUAL_CHANCE) < CLEARLY
  return [
    ...(like ? [`${like.by === 'model' ? 'same model as' : 'errs like'} ${name(like.voter)}`] : []),
    ...(isUsual ? [] : [`${percent(chance)} by itself`]),
  ].join(', ')
}
const USUAL_CHANCE = 0.67
const CLEARLY = 0.07

import { sigmoid } from './log-odds.ts'

/** A number that we are not sure of: what we think it is, its variance, and when we last learned something about it. */
export type Belief = { readonly mean: number; readonly variance: number; readonly at: number }

/** Beliefs by name. One that nothing was learned about is not stored: its prior says what it is. */
export type Beliefs = { readonly [name: string]: Belief }

/** A belief that a prediction adds up, and how much of it. */
export type Term = {
  readonly name: string
  readonly factor: number
  readonly prior: { readonly mean: number; readonly variance: number }
  /** How much of an outcome it learns from. Seats that err together teach us once what they have in common. */
  readonly learns?: number
}

const HALF_LIFE_MS = 180 * 86_400_000
/** Nothing is ever surer than this share of its first variance: models change. */
const FLOOR = 0.05
const LEAST_INFORMATION = 1e-3

/** Own keys only: a model called `constructor` has no record yet. */
export const own = <T>(all: { readonly [name: string]: T }, name: string): T | undefined =>
  Object.hasOwn(all, name) ? all[name] : undefined

/** A name that no other parts make: topics and options are other people's words. */
export const nameOf = (...parts: readonly string[]): string =>
  parts.length === 1 ? `${parts[0]}` : JSON.stringify(parts)
export const nameParts = (name: string): readonly string[] => (name.startsWith('[') ? JSON.parse(name) : [name])

const meanOf = (beliefs: Beliefs, { name, prior }: Term): number => own(beliefs, name)?.mean ?? prior.mean
const varianceOf = (beliefs: Beliefs, { name, prior }: Term): number => own(beliefs, name)?.variance ?? prior.variance

const sum = (terms: readonly Term[], of: (term: Term) => number): number =>
  terms.reduce((total, term) => total + of(term), 0)

const spreadOf = (beliefs: Beliefs, terms: readonly Term[]): number =>
  sum(terms, (term) => term.factor ** 2 * varianceOf(beliefs, term))

/** The sum of the terms as log odds, made modest by what is unknown about them. */
export function logOddsOf(beliefs: Beliefs, terms: readonly Term[]): number {
  const mean = sum(terms, (term) => term.factor * meanOf(beliefs, term))
  return mean / Math.sqrt(1 + (Math.PI / 8) * spreadOf(beliefs, terms))
}

/**
 * What an outcome says about the terms of its prediction: each moves by its own uncertainty. `outcome` is 0, 1, or in
 * between if it was right in part. `before` is what the prediction was made from.
 */
export function learned(
  before: Beliefs,
  terms: readonly Term[],
  { outcome, at }: { readonly outcome: number; readonly at: number },
): Beliefs {
  const expected = sigmoid(logOddsOf(before, terms))
  const information = Math.max(expected * (1 - expected), LEAST_INFORMATION)
  const shrink = 1 + information * spreadOf(before, terms)
  const moves = terms.map((term) => {
    const { factor, prior, learns = 1 } = term
    const mean = meanOf(before, term)
    const variance = faded(own(before, term.name), prior.variance, at)
    const moved = mean + (learns * variance * factor * (outcome - expected)) / shrink
    const left = variance - (learns * variance ** 2 * factor ** 2 * information) / shrink
    return [term.name, { mean: moved, variance: Math.max(FLOOR * prior.variance, left), at }] as const
  })
  return Object.fromEntries(moves)
}

/** Old knowledge is less sure: half of it is gone after half a year. */
function faded(belief: Belief | undefined, first: number, at: number): number {
  if (belief === undefined) return first
  const left = 0.5 ** (Math.max(0, at - belief.at) / HALF_LIFE_MS)
  return 1 / (1 / first + (1 / belief.variance - 1 / first) * left)
}

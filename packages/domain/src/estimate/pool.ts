import { logit, sigmoid } from '../counting/log-odds.ts'
import type { Quantity, ValueRange } from '../event/estimate-facts.ts'

/** An answer, and the model it came from. A person counts as one more model. */
export type PooledAnswer = { readonly model: string; readonly range: ValueRange }

/** Nobody is surer than this: a single `0 %` would decide alone. */
const SUREST = 0.01

/** What several answers amount to. Copies of one model count as one. Null without an answer. */
export function poolOf(answers: readonly PooledAnswer[], { kind }: Pick<Quantity, 'kind'>): ValueRange | null {
  if (answers.length === 0) return null
  return kind === 'chance' ? pooledChance(answers) : pooledNumber(answers)
}

/** The mean of the log-odds, between the lowest and the highest answer. */
function pooledChance(answers: readonly PooledAnswer[]): ValueRange {
  const chances = answers.map(({ range }) => range.middle)
  const middle = sigmoid(meanByModel(answers, ({ middle: chance }) => logit(held(chance))))
  const [low, high] = [Math.min(...chances), Math.max(...chances)]
  return { low, middle: Math.min(high, Math.max(low, middle)), high }
}

const held = (chance: number): number => Math.min(1 - SUREST, Math.max(SUREST, chance))

/**
 * The mean of each quantile. Of its logarithm if none is negative, since `a day or a month` is meant as a ratio. It keeps
 * the average width of the answers, while a mixture of them would be wider than anybody is unsure.
 */
function pooledNumber(answers: readonly PooledAnswer[]): ValueRange {
  const scale = answers.every(({ range }) => range.low >= 0) ? ratios(answers) : plain
  const mean = (of: (range: ValueRange) => number) =>
    scale.back(meanByModel(answers, (range) => scale.there(of(range)), scale.reach))
  return { low: mean(({ low }) => low), middle: mean(({ middle }) => middle), high: mean(({ high }) => high) }
}

type Scale = { there(value: number): number; back(value: number): number; readonly reach: number }

/** No model counts as more than ten times or less than a tenth of what the middle one says. */
const REACH = Math.log(10)

/** Differences have no natural size: the middle decides. */
const plain: Scale = { there: (value) => value, back: (value) => value, reach: 0 }

/** Nothing has no logarithm: it counts as a tenth of the least that anybody says. */
function ratios(answers: readonly PooledAnswer[]): Scale {
  const all = answers.flatMap(({ range }) => [range.low, range.middle, range.high]).filter((value) => value > 0)
  if (all.length === 0) return plain
  const least = Math.min(...all) / 10
  return { there: (value) => Math.log(Math.max(value, least)), back: Math.exp, reach: REACH }
}

/** The mean of values that are held near their median, so that one absurd answer does not decide alone. */
function heldMean(values: readonly number[], reach: number): number {
  const median = medianOf(values)
  return values.length < 3
    ? meanOf(values)
    : meanOf(values.map((value) => within(value, median - reach, median + reach)))
}

const within = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value))

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const half = (sorted.length - 1) / 2
  return meanOf([Math.floor(half), Math.ceil(half)].map((place) => sorted[place] ?? 0))
}

/** The mean over the models of the mean of each model's answers. */
function meanByModel(
  answers: readonly PooledAnswer[],
  of: (range: ValueRange) => number,
  reach = Number.POSITIVE_INFINITY,
): number {
  const models = [...new Set(answers.map(({ model }) => model))]
  const own = (model: string) => answers.filter((one) => one.model === model).map(({ range }) => of(range))
  return heldMean(
    models.map((model) => heldMean(own(model), reach)),
    reach,
  )
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

/** How far two chances may be apart and still say something in common. */
const FAR = 0.4

/** Whether the answers have nothing in common: some number is above all that another holds likely. */
export function areFarApart(ranges: readonly ValueRange[], { kind }: Pick<Quantity, 'kind'>): boolean {
  const [highestLow, lowestHigh] = [
    Math.max(...ranges.map(({ low }) => low)),
    Math.min(...ranges.map(({ high }) => high)),
  ]
  return ranges.length > 1 && highestLow - lowestHigh > (kind === 'chance' ? FAR : 0)
}

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
 * The mean of each quantile: of its logarithm if all are positive, since `a day or a month` is meant as a ratio. It
 * keeps the average width of the answers, while a mixture of them would be wider than anybody is unsure.
 */
function pooledNumber(answers: readonly PooledAnswer[]): ValueRange {
  const isPositive = answers.every(({ range }) => range.low > 0)
  const [there, back] = isPositive ? [Math.log, Math.exp] : [same, same]
  const mean = (of: (range: ValueRange) => number) => back(meanByModel(answers, (range) => there(of(range))))
  return { low: mean(({ low }) => low), middle: mean(({ middle }) => middle), high: mean(({ high }) => high) }
}

const same = (value: number): number => value

function meanByModel(answers: readonly PooledAnswer[], of: (range: ValueRange) => number): number {
  const models = [...new Set(answers.map(({ model }) => model))]
  const own = (model: string) => answers.filter((answer) => answer.model === model)
  return meanOf(models.map((model) => meanOf(own(model).map(({ range }) => of(range)))))
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

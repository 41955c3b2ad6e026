import { randomFrom } from '@convene/domain'

/** A range that contains the true value in 95 of 100 evals. */
export type Interval = { readonly low: number; readonly high: number }

export const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length

const RESAMPLES = 4_000
const Z = 1.959_963_985
/** 95 % confidence and 80 % power. */
const Z_POWER = Z + 0.841_621_234

/**
 * The bootstrap interval of a mean difference. Each value is between −1 and 1. Half a win and half a loss are added, as
 * Agresti and Min do for pairs: otherwise 20 questions that never differed would prove that nothing ever differs. The
 * quantiles are those of Student's distribution, and half a question is added at both ends because a mean of whole
 * questions moves in steps. Without these corrections, small evals would look more certain than they are.
 */
export function differenceInterval(differences: readonly number[], seed = 1): Interval {
  const count = differences.length
  if (count === 0) return { low: -1, high: 1 }
  const random = randomFrom(seed)
  const pool = [...differences, ...differences, 1, -1]
  const means = Float64Array.from({ length: RESAMPLES }, () => {
    let sum = 0
    for (let draw = 0; draw < count; draw++) sum += pool[Math.floor(random() * pool.length)] ?? 0
    return sum / count
  }).sort()
  const tail = normalBelow(-studentQuantile(count) * Math.sqrt(count / Math.max(1, count - 1)))
  const at = (share: number) => means[Math.min(RESAMPLES - 1, Math.max(0, Math.round(share * RESAMPLES)))] ?? 0
  const half = 0.5 / count
  return { low: Math.max(-1, at(tail) - half), high: Math.min(1, at(1 - tail) + half) }
}

/** The 97.5 % quantile of Student's t for this number of values (Cornish and Fisher's expansion). */
function studentQuantile(count: number): number {
  const freedom = Math.max(1, count - 1)
  const cubic = (Z ** 3 + Z) / (4 * freedom)
  const quintic = (5 * Z ** 5 + 16 * Z ** 3 + 3 * Z) / (96 * freedom ** 2)
  return Z + cubic + quintic
}

/** The probability that a normal value is below this one, for values below 0 (Abramowitz and Stegun 26.2.17). */
function normalBelow(value: number): number {
  const share = 1 / (1 + 0.231_641_9 * Math.abs(value))
  const terms = [0.319_381_53, -0.356_563_782, 1.781_477_937, -1.821_255_978, 1.330_274_429]
  const sum = terms.reduceRight((all, term) => (all + term) * share, 0)
  return (Math.exp((-value * value) / 2) / Math.sqrt(2 * Math.PI)) * sum
}

/** Wilson's interval of a share: it stays between 0 and 1, even for 0 of 20. */
export function shareInterval(share: number, count: number): Interval {
  if (count === 0) return { low: 0, high: 1 }
  const middle = (share + Z ** 2 / (2 * count)) / (1 + Z ** 2 / count)
  const half = (Z / (1 + Z ** 2 / count)) * Math.sqrt((share * (1 - share)) / count + Z ** 2 / (4 * count ** 2))
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) }
}

/**
 * The exact two-sided sign test: how likely a split at least this uneven is if both are equally good. Ties do not
 * count.
 */
export function signTest(wins: number, losses: number): number {
  const count = wins + losses
  const fewer = Math.min(wins, losses)
  let term = -count * Math.LN2
  let below = 0
  for (let at = 0; at <= fewer; at++) {
    below += Math.exp(term)
    term += Math.log((count - at) / (at + 1))
  }
  return Math.min(1, 2 * below)
}

/** A smaller difference is not worth an eval: the number of questions is then given for 5 points. */
const LEAST_AIM = 0.02
const USUAL_AIM = 0.05

export type Needed = { readonly questions: number; readonly aim: number }

/** How many questions would probably show a difference of this size, given how much it varies between questions. */
export function questionsNeeded(differences: readonly number[]): Needed {
  const spread = spreadOf(differences)
  const seen = Math.abs(mean(differences))
  const aim = seen >= LEAST_AIM ? seen : USUAL_AIM
  return { questions: Math.max(2, Math.ceil(((Z_POWER * spread) / aim) ** 2)), aim }
}

/** The smallest difference that an eval of this size would probably show. */
export const smallestVisible = (differences: readonly number[]): number =>
  differences.length === 0 ? 1 : Math.min(1, (Z_POWER * spreadOf(differences)) / Math.sqrt(differences.length))

/** Standard deviation, with the same half win and half loss added. */
function spreadOf(differences: readonly number[]): number {
  const count = differences.length + 1
  const middle = differences.reduce((sum, value) => sum + value, 0) / count
  const squares = differences.reduce((sum, value) => sum + (value - middle) ** 2, 0)
  return Math.sqrt((squares + ((1 - middle) ** 2 + (1 + middle) ** 2) / 2) / count)
}

/** How much two graders agree beyond chance: 1 always, 0 as often as by chance. Null if chance alone always agrees. */
export function kappa(pairs: readonly (readonly [string, string])[]): number | null {
  const labels = [...new Set(pairs.flat())]
  const share = (side: 0 | 1, label: string) => mean(pairs.map((pair) => (pair[side] === label ? 1 : 0)))
  const same = mean(pairs.map(([one, other]) => (one === other ? 1 : 0)))
  const chance = labels.reduce((sum, label) => sum + share(0, label) * share(1, label), 0)
  return pairs.length === 0 || chance > 1 - 1e-9 ? null : (same - chance) / (1 - chance)
}

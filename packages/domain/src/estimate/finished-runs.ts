import type { Estimate, PastRuns, RunSettings } from '../event/run-settings.ts'

/** A finished run: what had been estimated before it, and what it used. */
export type FinishedRun = {
  readonly mode: string
  readonly seats: number
  readonly minutes: number
  readonly costUsd: number | null
  readonly estimate: Estimate
  /** Of a plan: whether all of its steps were proven. */
  readonly proven?: boolean
}

/** Fewer runs say too little, and older ones were made with other models. */
const FEWEST = 5
const MOST = 50

/** What runs of this mode and size have used for each unit that was estimated, newest first. Undefined for too few. */
export function pastRunsOf(runs: readonly FinishedRun[]): PastRuns | undefined {
  const own = runs.slice(0, MOST)
  const minutes = factorsOf(own.map((run) => run.minutes / rawOf(run.estimate).minutes))
  if (!minutes) return undefined
  const costs = own.flatMap(({ costUsd, estimate }) => {
    const raw = rawOf(estimate).costUsd
    return costUsd === null || raw === null ? [] : [costUsd / raw]
  })
  const costUsd = factorsOf(costs)
  const plans = own.filter(({ proven }) => proven !== undefined)
  return {
    runs: own.length,
    right: own.filter(wasRight).length,
    minutes,
    ...(costUsd && { costUsd }),
    ...(plans.length > 0 && { proven: { plans: plans.length, all: plans.filter(({ proven }) => proven).length } }),
  }
}

/** What the calls alone had suggested. A range that has been learned must not be learned from again. */
const rawOf = ({ learned, minutes, costUsd }: Estimate) => learned?.from ?? { minutes, costUsd }

/** Whether a run stayed within the ranges that were shown before it. */
function wasRight({ minutes, costUsd, estimate: { least, most } }: FinishedRun): boolean {
  if (!least || !most) return false
  const isWithin = (value: number, low: number, high: number) => value >= low * BARELY && value <= high / BARELY
  const isCostRight =
    costUsd === null ||
    least.costUsd === null ||
    most.costUsd === null ||
    isWithin(costUsd, least.costUsd, most.costUsd)
  return isWithin(minutes, least.minutes, most.minutes) && isCostRight
}

/** What is shown is rounded: `3 min` is right for 2.9. */
const BARELY = 0.95

/**
 * Where the next run will be, in 8 of 10 cases: the quantiles of what was. Of n runs and the next one, each is as likely
 * to be the largest, so that the k-th of n is exceeded in (n + 1 − k) of n + 1 cases.
 */
function factorsOf(ratios: readonly number[]): PastRuns['minutes'] | undefined {
  const sorted = ratios.filter((ratio) => Number.isFinite(ratio) && ratio > 0).toSorted((one, other) => one - other)
  if (sorted.length < FEWEST) return undefined
  const logs = sorted.map(Math.log)
  const at = (share: number) => Math.exp(quantileAt(logs, share * (logs.length + 1) - 1))
  return { low: at(0.1), middle: at(0.5), high: at(0.9) }
}

/** Between two values by their distance. Before the first and after the last, further out by the average step. */
function quantileAt(sorted: readonly number[], place: number): number {
  const last = sorted.length - 1
  const [first = 0, end = 0] = [sorted[0], sorted[last]]
  const step = (end - first) / Math.max(1, last)
  if (place <= 0) return first + place * step
  if (place >= last) return end + (place - last) * step
  const below = Math.floor(place)
  const [one = 0, other = 0] = [sorted[below], sorted[below + 1]]
  return one + (other - one) * (place - below)
}

/** An estimate in the light of what such runs have used before, within the limits. */
export function inLightOf(
  estimate: Estimate,
  past: RunSettings['past'],
  limits: { readonly maxDuration: number | null; readonly maxCostUsd: number | null },
): Estimate {
  if (!past) return estimate
  const { least = estimate, most = estimate } = estimate
  const at = (amounts: Pick<Estimate, 'calls' | 'input' | 'output'>, place: 'low' | 'middle' | 'high') => ({
    ...amounts,
    minutes: Math.min(estimate.minutes * past.minutes[place], limits.maxDuration ?? Number.MAX_VALUE),
    costUsd: costAt(estimate.costUsd, past.costUsd?.[place], limits.maxCostUsd),
  })
  const only = ({ calls, input, output }: typeof least) => ({ calls, input, output })
  return {
    ...estimate,
    ...at(estimate, 'middle'),
    least: at(only(least), 'low'),
    most: at(only(most), 'high'),
    learned: {
      runs: past.runs,
      right: past.right,
      ...(past.proven && { proven: past.proven }),
      from: { minutes: estimate.minutes, costUsd: estimate.costUsd },
    },
  }
}

const costAt = (costUsd: number | null, factor = 1, cap: number | null = null): number | null =>
  costUsd === null ? null : Math.min(costUsd * factor, cap ?? Number.MAX_VALUE)

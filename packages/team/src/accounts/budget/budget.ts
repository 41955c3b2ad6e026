/** What a space may spend per month. `reserved` is for calls in progress. */
export type Budget = {
  readonly space: string
  /** `2026-11`, in UTC. */
  readonly month: string
  /** Null: no limit. */
  readonly limitUsd: number | null
  readonly spentUsd: number
  readonly reservedUsd: number
}

const MICROS = 1_000_000

/** Whole millionths of a dollar, rounded up: sums of fractions would drift. */
export const microsOf = (usd: number): number => Math.max(0, Math.ceil(usd * MICROS - 1e-6))

export const usdOf = (micros: number): number => micros / MICROS

/** The month of a timestamp, in UTC: the same on every machine. */
export const monthOf = (at: number): string => new Date(at).toISOString().slice(0, 7)

/** US dollars left. Infinite without a limit. */
export const leftIn = ({ limitUsd, spentUsd, reservedUsd }: Budget): number =>
  limitUsd === null ? Number.POSITIVE_INFINITY : Math.max(0, limitUsd - spentUsd - reservedUsd)

/** Whether a call with this cost may start. */
export const fits = (budget: Budget, usd: number): boolean =>
  budget.limitUsd === null ||
  microsOf(budget.spentUsd) + microsOf(budget.reservedUsd) + microsOf(usd) <= microsOf(budget.limitUsd)

import type { Totals } from '../event/facts.ts'
import type { Run } from '../state/session.ts'

/** A run's time: what it worked, what it waited for a person or stood still, and both together. */
export type RunTimes = { readonly workedMs: number; readonly waitedMs: number; readonly totalMs: number }

/** The times of a run at this moment; after its end they stand still. */
export function timesOf(run: Run, now: number): RunTimes {
  if (run.finished) return timesIn(run.finished.totals)
  const totalMs = Math.max(0, now - run.since)
  return timesIn({ ms: totalMs, worked: Math.min(totalMs, workedBy(run, now)) })
}

/** The times of a run that is over, as its end tells them. Ends from before it was counted say nothing about waiting. */
export function timesIn({ ms, worked = ms }: Pick<Totals, 'ms' | 'worked'>): RunTimes {
  return { workedMs: worked, waitedMs: Math.max(0, ms - worked), totalMs: ms }
}

/** The run's milliseconds of work at this moment. */
export const workedBy = (run: Run | null, at: number): number =>
  run ? run.worked + (run.workingSince === null ? 0 : Math.max(0, at - run.workingSince)) : 0

import type { Totals } from '../event/facts.ts'
import type { Run } from '../state/session.ts'

/** A run's time: working, waiting for the user or paused, and the total. */
export type RunTimes = { readonly workedMs: number; readonly waitedMs: number; readonly totalMs: number }

/** A run's times at this moment. After its end they no longer change. */
export function timesOf(run: Run, now: number): RunTimes {
  if (run.finished) return timesIn(run.finished.totals)
  const totalMs = Math.max(0, now - run.since)
  return timesIn({ ms: totalMs, worked: Math.min(totalMs, workedBy(run, now)) })
}

/** The times of a finished run, from its end. Older ends did not count waiting. */
export function timesIn({ ms, worked = ms }: Pick<Totals, 'ms' | 'worked'>): RunTimes {
  return { workedMs: worked, waitedMs: Math.max(0, ms - worked), totalMs: ms }
}

/** How many milliseconds the run has worked at this moment. */
export const workedBy = (run: Run | null, at: number): number =>
  run ? run.worked + (run.workingSince === null ? 0 : Math.max(0, at - run.workingSince)) : 0

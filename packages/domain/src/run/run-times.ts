import type { Totals } from '../event/facts.ts'
import type { Run } from '../state/session.ts'
import { costText, countText, durationText, tokensText } from '../text/amounts.ts'
import { tokensOf } from '../usage/usage.ts'

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

/** A shorter gap does not count as a wait: there is always some between two events. */
const LEAST_WAIT_MS = 1_000

/** `38 s`, or `38 s, waited 2 min 03 s`: worked first, everywhere. */
export function timesText({ workedMs, waitedMs }: RunTimes): string {
  return waitedMs < LEAST_WAIT_MS
    ? durationText(workedMs)
    : `${durationText(workedMs)}, waited ${durationText(waitedMs)}`
}

/** A run's totals, part by part: `17 calls`, `28k tokens`, `$0.12`, `38 s`. */
export function totalsText(totals: Totals): readonly string[] {
  return [
    countText(totals.calls, 'call'),
    `${tokensText(tokensOf(totals))} tokens`,
    costText(totals),
    timesText(timesIn(totals)),
  ]
}

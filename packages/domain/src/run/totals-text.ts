import type { Totals } from '../event/facts.ts'
import { costText, countText, durationText, tokensText } from '../text/amounts.ts'
import { tokensOf } from '../usage/usage.ts'
import { type RunTimes, timesIn } from './run-times.ts'

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

import type { EventOf } from '../event/event.ts'
import type { Run } from '../state/session.ts'
import { addSpend } from '../usage/usage.ts'

/** The end of a run, including what a call it cut off turned out to cost. */
export function withLateCall(finished: NonNullable<Run['finished']>, usage: EventOf<'usage'>['data']): Run['finished'] {
  return { ...finished, totals: { ...finished.totals, ...addSpend(finished.totals, usage, usage.costUsd) } }
}

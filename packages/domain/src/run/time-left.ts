import type { Run } from '../state/session.ts'
import { timesOf } from './run-times.ts'

const MINUTE = 60_000

/** Rounded like the displayed estimate: before anything has happened, the time left must not differ from it. */
const shown = (minutes: number): number => Math.max(1, Math.round(minutes))

/**
 * `2–5 min left`: what remains of the estimate for an active run. Once a part of it is done, its own pace says more.
 * Nothing is known once a run takes longer.
 */
export function timeLeftText(run: Run, now: number): string {
  const { least, most, minutes } = run.estimate
  if (run.finished) return ''
  const worked = timesOf(run, now).workedMs / MINUTE
  if (run.left) return atMost(run.left.ms / MINUTE - (worked - run.left.worked / MINUTE))
  if (minutes <= 0) return ''
  const high = shown(most?.minutes ?? minutes) - worked
  if (high <= 0) return 'longer than estimated'
  if (high < 1) return 'under 1 min left'
  const [from, to] = [Math.round(shown(least?.minutes ?? minutes) - worked), Math.round(high)]
  if (from >= to) return `about ${to} min left`
  return from < 1 ? `up to ${to} min left` : `${from}–${to} min left`
}

/** It may end earlier: a panel may agree, and a goal may be met. After the last part, nothing says how long the end takes. */
function atMost(minutes: number): string {
  if (minutes <= 0) return ''
  return minutes < 1 ? 'under 1 min left' : `up to ${Math.ceil(minutes)} min left`
}

import { record, rest, type Step } from '../effect/effect.ts'
import { fact } from '../event/event.ts'
import type { Mode } from '../mode/mode.ts'
import { MOST_USELESS } from '../progress/progress.ts'
import { isActive, type Run, type Session } from '../state/session.ts'

/** Ends a run without progress, like any other limit: no model's answer can keep it going. */
export function progressLimit(session: Session, run: Run, mode: Mode): Step {
  const spent = run.progress?.useless ?? 0
  if (spent < MOST_USELESS || !isActive(session) || !isCounted(run, mode)) return rest
  return record(fact('limit.reached', { which: 'no_progress', spent, reserved: 0, cap: MOST_USELESS }))
}

/** How many calls may run in parallel: if none of them is useful, the run ends with them. */
export const uselessLeft = (run: Run, mode: Mode): number =>
  isCounted(run, mode) ? MOST_USELESS - (run.progress?.useless ?? 0) : Number.MAX_SAFE_INTEGER

/** A phase that accepts no limit is where a limit leads: its tasks may finish. */
const isCounted = ({ limit, phase }: Run, { transitions }: Mode): boolean =>
  limit === null && transitions[phase]?.limitReached !== undefined

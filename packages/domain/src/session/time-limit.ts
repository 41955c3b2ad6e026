import type { Effect, Step } from '../effect/effect.ts'
import { fact } from '../event/event.ts'
import type { Mode } from '../mode/mode.ts'
import { workedBy } from '../run/run-times.ts'
import type { EffectKey } from '../shared/ids.ts'
import { isActive, type Run, type Session } from '../state/session.ts'

const MINUTE = 60_000

const keyOf = (run: Run): EffectKey => `${run.number}/time` as EffectKey

/**
 * The run's time limit as a timer, and once it has fired, as the fact that the limit was reached. A phase that accepts
 * no limit is where a limit leads: its tasks may finish, whether a limit was reached or not.
 */
export function timeLimit(session: Session, run: Run, { transitions }: Mode): Step {
  const { maxDuration } = run.limits
  if (maxDuration === null || run.limit || !isActive(session)) return { record: [], want: [] }
  if (transitions[run.phase]?.limitReached === undefined) return { record: [], want: [] }
  const cap = maxDuration * MINUTE
  if (session.fired[keyOf(run)])
    return {
      record: [fact('limit.reached', { which: 'time', spent: workedBy(run, session.at), reserved: 0, cap })],
      want: [],
    }
  if (run.workingSince === null) return { record: [], want: [] }
  const timer: Effect = { kind: 'timer', key: keyOf(run), notBefore: run.workingSince + cap - run.worked }
  return { record: [], want: [timer] }
}

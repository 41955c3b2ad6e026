import { record, type Step } from '../effect/effect.ts'
import { type Fact, fact } from '../event/event.ts'
import type { FinalState } from '../event/facts.ts'
import { isFinal, type Run, type Session } from '../session/state.ts'
import { seatsOf } from '../team/team.ts'

/** How a run ends: the final phase, why, and what people read first. */
export type Ending = {
  readonly state: FinalState
  readonly trigger: string
  readonly reason: string
  readonly summary: string
}

/** Ends the run. The last phase and `run.finished` are one append, in this order. */
export function conclude(session: Session, run: Run, ending: Ending): Step {
  return record(...endingFacts(session, run, ending))
}

export function endingFacts(session: Session, run: Run, { state, trigger, reason, summary }: Ending): readonly Fact[] {
  const totals = { ...run.spent, ms: Math.max(0, session.at - run.since) }
  return [
    fact('run.state', { from: run.phase, to: state, trigger, reason }),
    ...seatsOf(run.team).map((seat) => fact('agent.status', { status: 'disposed' }, { agent: seat.slug })),
    fact('run.finished', { state, reason, summary, totals }),
  ]
}

/** Ends a run that cannot go on, as a fact with a name. */
export function failRun(session: Session, code: string, message: string): readonly Fact[] {
  const { run } = session
  if (!run || isFinal(run.phase)) return []
  return [
    fact('error', { code, source: 'session', message, fatal: true }),
    ...endingFacts(session, run, { state: 'failed', trigger: 'error', reason: `error:${code}`, summary: message }),
  ]
}

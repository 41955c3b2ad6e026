import { type Fact, fact } from '../event/event.ts'
import type { Run } from '../session/state.ts'
import { transitions } from './transitions.ts'

/** The fact that a trigger leads the run on, as the table says. */
export function pass(run: Run, trigger: string, reason?: string): Fact {
  const to = transitions[run.phase]?.[trigger] ?? run.phase
  return fact('run.state', { from: run.phase, to, trigger, ...(reason && { reason }) })
}

import { type Fact, fact } from '../event/event.ts'
import { assert } from '../shared/assert.ts'
import type { Run } from '../state/session.ts'
import type { Transitions } from './transitions.ts'

/** The fact for a trigger that moves a run by its mode's table. A trigger its phase does not accept is a bug. */
export type Transition = (run: Run, trigger: string, reason?: string) => Fact

export const transitionIn =
  (table: Transitions): Transition =>
  (run, trigger, reason) => {
    const to = table[run.phase]?.[trigger]
    assert(to !== undefined, `a ${run.mode} run that is ${run.phase} takes ${trigger}`)
    return fact('run.state', { from: run.phase, to, trigger, ...(reason && { reason }) })
  }

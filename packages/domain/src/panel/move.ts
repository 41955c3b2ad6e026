import { type Fact, fact } from '../event/event.ts'
import type { Run } from '../session/state.ts'
import { assert } from '../shared/assert.ts'
import { transitions } from './table.ts'

/** The fact of a transition that the table allows. */
export function to(run: Run, trigger: string, reason?: string): Fact {
  const target = transitions[run.phase]?.[trigger]
  assert(target !== undefined, `a panel that is ${run.phase} takes ${trigger}`)
  return fact('run.state', { from: run.phase, to: target, trigger, ...(reason !== undefined && { reason }) })
}

import { type Fact, fact } from '../../event/event.ts'
import type { StepState } from '../../event/step.ts'
import { isRehearsed } from '../../mode/conclude.ts'
import type { TaskId } from '../../shared/ids.ts'
import type { Run } from '../../state/session.ts'
import type { StepRun } from './state.ts'

type Change = {
  readonly reason?: string
  readonly owner?: string
  readonly attempt?: number
  /** Accepted although its last review sent it back. */
  readonly against?: boolean
  /** The task whose end causes the move. */
  readonly task?: TaskId
}

/** A reviewed step is accepted. In a rehearsal nobody did any work. */
export const accepted = (run: Run, step: StepRun, task?: TaskId): Fact =>
  moveTo(step, isRehearsed(run) ? 'not_carried_out' : 'accepted', { ...(task && { task }) })

/** The fact that moves a step to another state, with its owner from then on. */
export function moveTo(step: StepRun, to: StepState, { reason, owner, attempt, task, against }: Change = {}): Fact {
  const data = {
    step: step.id,
    from: step.state,
    to,
    ...(reason && { reason }),
    owner: owner ?? step.owner,
    attempt: attempt ?? step.attempt,
    ...(against && { against }),
  }
  return fact('step.state', data, { step: step.id, agent: data.owner, ...(task && { task }) })
}

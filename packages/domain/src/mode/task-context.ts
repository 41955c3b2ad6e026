import type { EventPlace } from '../event/event.ts'
import type { Run, Session } from '../state/session.ts'
import type { Task } from '../state/task.ts'
import type { Seat } from '../team/team.ts'
import type { Mode } from './mode.ts'

/** Everything around an open task that its next step depends on. */
export type TaskContext = {
  readonly session: Session
  readonly run: Run
  readonly mode: Mode
  readonly task: Task
  readonly seat: Seat
}

/** Where a task's facts belong. */
export function placeOf(run: Run, task: Task): EventPlace {
  const parent = task.parent?.task ?? String(run.number)
  return { task: task.id, agent: task.agent, parent, ...(task.step !== null && { step: task.step }) }
}

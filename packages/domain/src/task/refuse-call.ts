import { record, type Step } from '../effect/effect.ts'
import { fact } from '../event/event.ts'
import type { Budgeted } from '../limits/allowance.ts'
import { placeOf, type TaskContext } from '../mode/task-context.ts'
import type { TaskCall } from '../state/task.ts'

/** A refused call is a result its agent can act on. The attempt is in the log like any other call. */
export function refused({ run, task }: TaskContext, call: TaskCall, output: string, budget?: Budgeted): Step {
  const place = placeOf(run, task)
  const { id, tool, input, at } = call
  const tried = at.stage === 'wanted' ? [fact('tool.called', { call: id, tool, input, resources: [] }, place)] : []
  return record(
    ...tried,
    fact('tool.finished', { call: id, ok: false, output, ms: 0, ...(budget && { budget }) }, place),
  )
}

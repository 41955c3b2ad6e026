import { record, type Step } from '../effect/effect.ts'
import { fact } from '../event/event.ts'
import type { Budgeted } from '../limits/allowance.ts'
import { placeOf, type TaskContext } from '../mode/task-context.ts'
import type { TaskCall } from '../state/task.ts'

/** A refused call is a result its agent can act on. The attempt is in the log like any other call. */
export const refused = (context: TaskContext, call: TaskCall, output: string, budget?: Budgeted): Step =>
  finished(context, call, { output, ...(budget && { budget }) })

/** A rule does not allow it, or nobody can be asked. What the run lacks without it is said at its end. */
export const notAllowed = (context: TaskContext, call: TaskCall, output: string): Step =>
  finished(context, call, { output, denied: 'rule' })

/** The user was asked and decided so: the run has done what it may. */
export const deniedByUser = (context: TaskContext, call: TaskCall, output: string): Step =>
  finished(context, call, { output, denied: 'user' })

type Refusal = { readonly output: string; readonly budget?: Budgeted; readonly denied?: 'user' | 'rule' }

function finished({ run, task }: TaskContext, call: TaskCall, refusal: Refusal): Step {
  const place = placeOf(run, task)
  const { id, tool, input, at } = call
  const tried = at.stage === 'wanted' ? [fact('tool.called', { call: id, tool, input, resources: [] }, place)] : []
  return record(...tried, fact('tool.finished', { call: id, ok: false, ms: 0, ...refusal }, place))
}

import type { Event, EventOf } from '../event/event.ts'
import { workedBy } from '../run/run-times.ts'
import { resourcesOf } from '../state/edit-task.ts'
import { openTasks, type Session } from '../state/session.ts'
import type { Task, TaskCall } from '../state/task.ts'

/**
 * A fork. If people are named, permissions were given for another session: the fork asks again for grants, for what a
 * plan allowed in advance, and for calls that were allowed but have not run. On a personal machine all of it stays.
 */
export function forkedFrom(session: Session, { data, person }: EventOf<'session.forked'>): Session {
  const forked = { ...session, forked: data }
  if (!person) return forked
  const tasks = Object.fromEntries(openTasks(session).map((task) => [task.id, unallowed(task)]))
  const run = session.run && { ...session.run, isCopied: true }
  return { ...forked, run, startedBy: person, grants: [], tasks }
}

function unallowed({ allowance, calls, ...task }: Task): Task {
  const asks = allowance.approve === 'auto' ? { ...allowance, approve: 'ask' as const } : allowance
  return { ...task, allowance: asks, calls: calls.map(judgedAgain) }
}

function judgedAgain(call: TaskCall): TaskCall {
  const { at } = call
  const isAllowed = at.stage === 'answered' && at.answer !== 'deny'
  return isAllowed ? { ...call, at: { stage: 'inspected', resources: resourcesOf(at) } } : call
}

/** Nobody works between the place of the cut and the fork, which may be days later. */
export function restingAt(session: Session, { type }: Event): Session {
  const { run, at } = session
  if (type !== 'session.forked' || !run || run.workingSince === null) return session
  return { ...session, run: { ...run, worked: workedBy(run, at), workingSince: null } }
}

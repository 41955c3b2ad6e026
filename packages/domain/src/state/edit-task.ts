import type { CallId, TaskId } from '../shared/ids.ts'
import { withEntry, without } from '../shared/record.ts'
import type { Session } from './session.ts'
import type { CallStage, Task, TaskCall } from './task.ts'

/** The session with one open task changed, or unchanged if that task has ended. */
export function editTask(session: Session, id: string | undefined, change: (task: Task) => Task): Session {
  const task = id === undefined ? undefined : session.tasks[id as TaskId]
  return task ? { ...session, tasks: withEntry(session.tasks, task.id, change(task)) } : session
}

/** The session with one of a task's calls at another stage. */
export function setStage(
  session: Session,
  task: TaskId | undefined,
  call: CallId,
  stage: CallStage | ((call: TaskCall) => CallStage),
): Session {
  const change = (before: TaskCall): TaskCall => ({
    ...before,
    at: typeof stage === 'function' ? stage(before) : stage,
  })
  return editTask(session, task, (open) => ({
    ...open,
    calls: open.calls.map((before) => (before.id === call ? change(before) : before)),
  }))
}

/** The session without this intent: its effect has ended. */
export const endEffect = (session: Session, effect: string): Session => ({
  ...session,
  started: without(session.started, effect),
})

export const resourcesOf = (stage: CallStage) => ('resources' in stage ? stage.resources : [])

/** A copy of a record with only the matching entries. */
export function keep<T>(
  record: { readonly [key: string]: T },
  wanted: (key: string, value: T) => boolean,
): { readonly [key: string]: T } {
  return Object.fromEntries(Object.entries(record).filter(([key, value]) => wanted(key, value)))
}

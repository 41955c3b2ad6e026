import type { TaskId } from '../shared/ids.ts'
import { editTask } from '../state/edit-task.ts'
import { openTasks, type Session } from '../state/session.ts'
import type { Task } from '../state/task.ts'

/** A task and those it works for, ending with the root. A vote works for no one: its cost is the team's. */
export function lineageOf(session: Session, task: Task): readonly Task[] {
  const above = task.parent && task.via !== 'decision' ? session.tasks[task.parent.task] : undefined
  return above ? [task, ...lineageOf(session, above)] : [task]
}

/** A task and every open task that works for it. */
export const subtreeOf = (session: Session, { id }: Task): readonly Task[] =>
  openTasks(session).filter((task) => lineageOf(session, task).some((one) => one.id === id))

type Count = { readonly tokens?: number; readonly toolCalls?: number; readonly file?: string }

/** Adds what a task has used to it and to all tasks it works for. */
export function countUp(session: Session, id: TaskId | undefined, { tokens = 0, toolCalls = 0, file }: Count): Session {
  const task = id === undefined ? undefined : session.tasks[id]
  if (!task) return session
  return lineageOf(session, task).reduce(
    (counted, { id: each }) =>
      editTask(counted, each, (one) => ({
        ...one,
        subtree: {
          tokens: one.subtree.tokens + tokens,
          toolCalls: one.subtree.toolCalls + toolCalls,
          files:
            file === undefined || one.subtree.files.includes(file) ? one.subtree.files : [...one.subtree.files, file],
        },
      })),
    session,
  )
}

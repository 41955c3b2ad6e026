import { editTask } from '../state/edit-task.ts'
import type { Session } from '../state/session.ts'
import { withResults } from './conversation.ts'

/** When the last call of a reply is done, their results enter the conversation in the order they were asked. */
export function fileResults(session: Session, id: string | undefined): Session {
  return editTask(session, id, (task) => {
    if (task.calls.length === 0 || task.calls.some((call) => call.at.stage !== 'done')) return task
    return withResults(task)
  })
}

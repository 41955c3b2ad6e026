import { countCalls } from '../progress/progress.ts'
import type { TaskId } from '../shared/ids.ts'
import { editTask } from '../state/edit-task.ts'
import type { Session } from '../state/session.ts'
import { withResults } from './conversation.ts'

/** When a reply's last call is done, all results enter the conversation in call order. */
export function fileResults(session: Session, id: string | undefined): Session {
  const calls = (id !== undefined && session.tasks[id as TaskId]?.calls) || []
  if (calls.length === 0 || calls.some(({ at }) => at.stage !== 'done')) return session
  return editTask(countCalls(session, calls), id, withResults)
}

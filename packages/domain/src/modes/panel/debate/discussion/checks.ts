import type { TaskId } from '../../../../shared/ids.ts'
import type { DebateContext } from '../state.ts'

const AGAIN = '-again'

/** Whether a check at this place got an unreadable answer and was not repeated. */
export function isUnread({ run, panel }: Pick<DebateContext, 'run' | 'panel'>, place: string): boolean {
  return panel.debate.unreadChecks?.includes(`${run.number}/${place}`) ?? false
}

/** The place of a check: a repetition has its own. */
export const discussionPlace = (context: DebateContext, place: string): string =>
  isUnread(context, place) ? `${place}${AGAIN}` : place

/** Whether this is the second attempt. There is no third. */
export const isSecondAttempt = (task: TaskId): boolean => task.endsWith(AGAIN)

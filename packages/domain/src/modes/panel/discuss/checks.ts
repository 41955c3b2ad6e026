import type { TaskId } from '../../../shared/ids.ts'
import type { PanelContext } from '../state.ts'

const AGAIN = '-again'

/** Whether a check at this place gave an answer that could not be read, and was not repeated. */
export function isUnread({ run, panel }: Pick<PanelContext, 'run' | 'panel'>, place: string): boolean {
  return panel.unreadChecks?.includes(`${run.number}/${place}`) ?? false
}

/** Where a check is asked for: a repetition has its own place. */
export const placeOf = (context: PanelContext, place: string): string =>
  isUnread(context, place) ? `${place}${AGAIN}` : place

/** Whether this is the second time. After that, nothing is asked again. */
export const isRepeated = (task: TaskId): boolean => task.endsWith(AGAIN)

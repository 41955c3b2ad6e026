import type { Event } from '../../event/event.ts'

/**
 * Tells which changes of these events were made in the worktree of a step. In the workspace they count when they are taken
 * over, as the patch of the step.
 */
export function madeApart(events: readonly Event[]): (event: Event) => boolean {
  const tasks = new Set(
    events.flatMap(({ type, task, data }) => (type === 'task.assigned' && task && data.worktree ? [task] : [])),
  )
  const isUnder = (task: string): boolean => [...tasks].some((id) => task === id || task.startsWith(`${id}/`))
  return ({ type, task }) => type === 'artifact' && task !== undefined && isUnder(task)
}

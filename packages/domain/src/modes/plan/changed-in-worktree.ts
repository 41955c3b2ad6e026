import type { Event } from '../../event/event.ts'

/**
 * Tells which of these events' changes were made in a step's worktree. In the workspace they count once they are
 * applied, as the step's patch.
 */
export function changedInWorktree(events: readonly Event[]): (event: Event) => boolean {
  const tasks = new Set(
    events.flatMap(({ type, task, data }) => (type === 'task.assigned' && task && data.worktree ? [task] : [])),
  )
  const isUnder = (task: string): boolean => [...tasks].some((id) => task === id || task.startsWith(`${id}/`))
  return ({ type, task }) => type === 'artifact' && task !== undefined && isUnder(task)
}

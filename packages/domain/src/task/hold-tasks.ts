import { workedBy } from '../run/run-times.ts'
import type { TaskId } from '../shared/ids.ts'
import { isAgentPaused, openTasks, type Session } from '../state/session.ts'
import type { Task } from '../state/task.ts'

/** A task waiting for the user does not use up its time, even while others work. */
export function holdTasks(session: Session, at: number): Session {
  const nobodyWaits = isEmpty(session.asks) && isEmpty(session.questions) && !session.run?.pausedAgents.length
  if (nobodyWaits && !isAnyHeld(session)) return session
  const worked = workedBy(session.run, at)
  const changed = openTasks(session).flatMap((task): readonly Task[] => {
    const waits = !nobodyWaits && waitsForPerson(session, task)
    if (waits === (task.heldAt !== null)) return []
    if (task.heldAt === null) return [{ ...task, heldAt: worked }]
    return [{ ...task, heldAt: null, sinceWorked: task.sinceWorked + worked - task.heldAt }]
  })
  if (changed.length === 0) return session
  return { ...session, tasks: { ...session.tasks, ...Object.fromEntries(changed.map((task) => [task.id, task])) } }
}

/** Its agent is paused with nothing in progress, or everything open waits for an answer, or for its turn after that. */
function waitsForPerson(session: Session, { id, agent, calls }: Task): boolean {
  if (isAgentPaused(session, agent)) return !isUnderWay(session, id)
  const open = calls.filter(({ at }) => at.stage !== 'done' && at.stage !== 'wanted')
  return (
    open.length > 0 &&
    open.every(({ at }) => {
      const child = at.stage === 'child' ? session.tasks[at.task] : undefined
      return (
        at.stage === 'asked' || at.stage === 'questioned' || (child !== undefined && waitsForPerson(session, child))
      )
    })
  )
}

const isUnderWay = ({ started }: Session, task: TaskId): boolean =>
  Object.values(started).some((effect) => 'task' in effect && effect.task === task)

/** Without building a list of the tasks: this is checked after every event. */
function isAnyHeld({ tasks }: Session): boolean {
  for (const id in tasks) if (tasks[id as TaskId]?.heldAt !== null) return true
  return false
}

function isEmpty(record: object): boolean {
  for (const _key in record) return false
  return true
}

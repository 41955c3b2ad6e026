import type { Event, Session } from '@convene/domain'
import { readPublic } from '@convene/engine'
import { type Program, type TeamState, teamState } from '@convene/host'

/** A task of a session: its run, as number 0, or a question asked after it. */
export type TaskTurn = { readonly session: string; readonly number: number }

/** The run's task id is the session id, so that tasks need no store other than the log. */
export const taskIdOf = ({ session, number }: TaskTurn): string => (number === 0 ? session : `${session}-${number}`)

export function turnOf(taskId: string): TaskTurn {
  const [, session = taskId, number = '0'] = /^(.+)-([1-9]\d{0,8})$/u.exec(taskId) ?? []
  return { session, number: Number(number) }
}

/** A task's current state. */
export type ViewedTask = { readonly task: string; readonly team: TeamState }

/** The state of one task, or undefined if there is none with this number. `rests`: nothing runs in the session. */
export async function viewTask(
  program: Program,
  session: Session,
  number: number,
  rests: boolean,
): Promise<ViewedTask | undefined> {
  const events = await eventsOfSession(program, session)
  return number > countTurns(events) ? undefined : viewIn(program, session, events, { number, rests })
}

/** The run and every question after it, the newest first. */
export async function viewTasks(program: Program, session: Session, rests: boolean): Promise<readonly ViewedTask[]> {
  const events = await eventsOfSession(program, session)
  const numbers = Array.from({ length: countTurns(events) + 1 }, (_, number) => number).toReversed()
  return Promise.all(numbers.map((number) => viewIn(program, session, events, { number, rests })))
}

async function viewIn(
  program: Program,
  session: Session,
  events: readonly Event[],
  { number, rests }: { readonly number: number; readonly rests: boolean },
): Promise<ViewedTask> {
  const asked = questionsIn(events)
  const isNewest = number === asked.length
  const part = events.slice(number === 0 ? 0 : asked[number - 1], asked[number])
  const team = await teamState(program, session, rests || !isNewest, async () => part)
  return { task: taskIdOf({ session: session.id, number }), team: number === 0 ? team : answered(team, part, isNewest) }
}

export const eventsOfSession = async (program: Program, { id }: Session): Promise<readonly Event[]> =>
  readPublic((await program.store()).log, id, { after: 0 })

/** The number of questions asked after the run. */
export const countTurns = (events: readonly Event[]): number => questionsIn(events).length

/** The task that the caller's question became: the first one newer than what the caller had seen. */
export function numberAfter(events: readonly Event[], seq: number, text: string): number {
  const asked = questionsIn(events)
  const own = asked.findIndex((place) => isQuestion(events[place], seq, text))
  return own < 0 ? asked.length : own + 1
}

function isQuestion(event: Event | undefined, seq: number, text: string): boolean {
  return event?.type === 'message' && event.seq > seq && event.data.text === text
}

/** The positions of the user's messages after the first run. */
function questionsIn(events: readonly Event[]): readonly number[] {
  const end = events.findIndex(({ type }) => type === 'run.finished')
  if (end < 0) return []
  return events.flatMap((event, place) =>
    place > end && event.type === 'message' && event.data.role === 'user' ? [place] : [],
  )
}

/** A later question's state does not depend on how the run ended, only on whether it was answered. */
function answered(team: TeamState, part: readonly Event[], isNewest: boolean): TeamState {
  if (isNewest && ['running', 'waiting', 'paused'].includes(team.state)) return { ...team, reason: '' }
  if (team.answer !== '') return { ...team, state: 'completed', reason: '' }
  const isStopped = part.some((event) => event.type === 'task.finished' && event.data.error?.code === 'stopped')
  return isStopped ? { ...team, state: 'cancelled', reason: '' } : { ...team, state: 'failed', reason: UNANSWERED }
}

const UNANSWERED = 'The team did not answer.'

import type { Event, Session } from '@convene/domain'
import { readPublic } from '@convene/engine'
import type { Program } from '@convene/host'
import { type TeamState, teamState } from '../mcp/result.ts'

/** A task of a session: its run, with the number 0, or a question that was asked after it. */
export type Turn = { readonly session: string; readonly number: number }

/** The session's own id for its run, so that the log is the only store of tasks. */
export const taskIdOf = ({ session, number }: Turn): string => (number === 0 ? session : `${session}-${number}`)

export function turnOf(taskId: string): Turn {
  const [, session = taskId, number = '0'] = /^(.+)-([1-9]\d{0,8})$/u.exec(taskId) ?? []
  return { session, number: Number(number) }
}

/** A task as it is now. */
export type ViewedTask = { readonly task: string; readonly team: TeamState }

/** What is true of one task; undefined if there is none with this number. `rests`: nothing runs in the session. */
export async function viewTask(
  program: Program,
  session: Session,
  number: number,
  rests: boolean,
): Promise<ViewedTask | undefined> {
  const events = await eventsOf(program, session)
  return number > countTurns(events) ? undefined : viewIn(program, session, events, { number, rests })
}

/** The run and every question after it, the newest first. */
export async function viewTasks(program: Program, session: Session, rests: boolean): Promise<readonly ViewedTask[]> {
  const events = await eventsOf(program, session)
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

export const eventsOf = async (program: Program, { id }: Session): Promise<readonly Event[]> =>
  readPublic((await program.store()).log, id, { after: 0 })

/** How many questions were asked after the run. */
export const countTurns = (events: readonly Event[]): number => questionsIn(events).length

/** Which task a question of the caller became: the first that is newer than what it had seen. */
export function numberAfter(events: readonly Event[], seq: number, text: string): number {
  const asked = questionsIn(events)
  const own = asked.findIndex((place) => isQuestion(events[place], seq, text))
  return own < 0 ? asked.length : own + 1
}

function isQuestion(event: Event | undefined, seq: number, text: string): boolean {
  return event?.type === 'message' && event.seq > seq && event.data.text === text
}

/** Where the user's messages after the first run are. */
function questionsIn(events: readonly Event[]): readonly number[] {
  const end = events.findIndex(({ type }) => type === 'run.finished')
  if (end < 0) return []
  return events.flatMap((event, place) =>
    place > end && event.type === 'message' && event.data.role === 'user' ? [place] : [],
  )
}

/** How the run ended says nothing about a later question: that one has an answer or none. */
function answered(team: TeamState, part: readonly Event[], isNewest: boolean): TeamState {
  if (isNewest && ['running', 'waiting', 'paused'].includes(team.state)) return { ...team, reason: '' }
  if (team.answer !== '') return { ...team, state: 'completed', reason: '' }
  const isStopped = part.some((event) => event.type === 'task.finished' && event.data.error?.code === 'stopped')
  return isStopped ? { ...team, state: 'cancelled', reason: '' } : { ...team, state: 'failed', reason: UNANSWERED }
}

const UNANSWERED = 'The team did not answer.'

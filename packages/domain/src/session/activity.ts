import { z } from 'zod'
import type { Effect } from '../effect/effect.ts'
import { isAgentPaused, isFinal, isPaused, openTasks, type Session } from '../state/session.ts'
import type { Task } from '../state/task.ts'

/** What an agent is doing right now. No log knows about text still arriving: a screen that sees it shows `writing`. */
export const Activity = z.enum([
  'thinking',
  'writing',
  'working',
  'waiting',
  'handed_on',
  'retrying',
  'paused',
  'idle',
  'done',
  'failed',
])
export type Activity = z.infer<typeof Activity>

const words: Readonly<Record<Activity, string>> = {
  thinking: 'thinking',
  writing: 'writing',
  working: 'using a tool',
  waiting: 'waiting for you',
  handed_on: 'waiting for others',
  retrying: 'retrying soon',
  paused: 'paused',
  idle: 'idle',
  done: 'done',
  failed: 'failed',
}

/** An activity, as worded on every screen. */
export const activityText = (activity: Activity): string => words[activity]

/** Whether an agent with this activity may get something done without anyone's help. */
export const isAtWork = (activity: Activity): boolean =>
  activity === 'thinking' || activity === 'writing' || activity === 'working'

/**
 * What this agent is doing. Among several tasks, one waiting for the user counts first, then the liveliest. Without any
 * it is idle, or everything is over.
 */
export function activityOf(session: Session, agent: string): Activity {
  const own = openTasks(session).filter((task) => task.agent === agent)
  const found = own.map((task) => activityOfTask(session, task))
  const first = order.find((activity) => found.includes(activity))
  return first ?? (isAgentPaused(session, agent) ? 'paused' : restOf(session, agent))
}

const order: readonly Activity[] = ['waiting', 'thinking', 'working', 'retrying', 'handed_on', 'paused']

/** The activity in this task. A call in progress when a run is paused still finishes: until then it is at work. */
export function activityOfTask(session: Session, task: Task): Activity {
  if (pendingSince(session, task)) return 'waiting'
  const own = Object.values(session.started).filter((effect) => isOf(effect, task))
  if (own.some(({ kind }) => kind === 'model')) return 'thinking'
  if (own.length > 0) return 'working'
  if (isPaused(session) || isAgentPaused(session, task.agent)) return 'paused'
  if (task.retryAt !== null) return 'retrying'
  return task.calls.some(({ at }) => waitsForOthers.includes(at.stage)) ? 'handed_on' : 'thinking'
}

/** What the user is asked in this task: an approval or a question. */
export const pendingSince = ({ asks, questions }: Session, { id }: Task): { readonly since: number } | undefined =>
  [...Object.values(asks), ...Object.values(questions)].find(({ task }) => task === id)

const waitsForOthers: readonly string[] = ['child', 'deciding', 'offered']

const isOf = (effect: Effect, { id }: Task): boolean => 'task' in effect && effect.task === id

/** A lead or judge that the mode did not need has done nothing, so it is shown neither as done nor as failed. */
function restOf(session: Session, agent: string): Activity {
  const { run } = session
  if (run && isFinal(run.phase)) return run.spentBy[agent] ? 'done' : 'idle'
  return isPaused(session) ? 'paused' : 'idle'
}

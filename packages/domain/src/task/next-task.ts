import { type Effect, type ModelEffect, record, rest, type Step, want } from '../effect/effect.ts'
import { fact } from '../event/event.ts'
import type { Bound, Budgeted } from '../limits/allowance.ts'
import type { Mode } from '../mode/mode.ts'
import { minutesFor } from '../mode/patience.ts'
import { placeOf, type TaskContext } from '../mode/task-context.ts'
import { messageBy, newMessages } from '../prompt/ask.ts'
import { limitSentence } from '../run/limit-text.ts'
import type { MessageId } from '../shared/ids.ts'
import { isAgentPaused, isFinal, openTasks, type Run, type Session, seatOf } from '../state/session.ts'
import type { Task, TaskOutcome } from '../state/task.ts'
import type { Seat } from '../team/team.ts'
import { isUser } from '../team/user-seat.ts'
import { countText } from '../text/amounts.ts'
import { endedBy, withinTokens } from './budget.ts'
import { compact, compactionOf, isTooLong } from './compact.ts'
import { delegatedMinutes } from './delegated-minutes.ts'
import { finish, incomplete, lastWords, timeKey } from './finish-task.ts'
import { modelCall } from './model-call.ts'
import { nextCalls } from './next-calls.ts'
import { nextUserTurn } from './user-turn.ts'

const MINUTE = 60_000
/** A delegate that answers without `reportOut` is reminded twice. Its third such answer counts as the report. */
const REMINDERS = 2
const MOST_DELEGATED = 50
/** A summary is a single answer. An agent that calls tools instead has two more attempts. */
const MOST_SUMMING = 3
/** Consecutive replies whose calls were all refused or repeats: such an agent is stuck. */
const MOST_FRUITLESS = 4
const REPORT_OUT = 'Please complete your task and call reportOut with your findings.'

/** The one agent loop: call the model, run its tool calls under permissions, call it again, report. */
export function nextTask(session: Session, run: Run, mode: Mode, task: Task): Step {
  const seat = seatOf(run, task.agent) ?? run.team.members[0]
  if (!seat) return record()
  const context: TaskContext = { session, run, mode, task, seat }
  if (isUser(seat)) return nextUserTurn(context)
  if (task.outcome) return conclude(context, task.outcome)
  if (session.fired[timeKey(task)]) return finish(context, tooLong(context))
  const step = task.calls.length > 0 ? nextCalls(context) : think(context)
  return step.record.length > 0 ? step : want(...begun(context, step.want), ...timeLimit(context))
}

/** For a paused agent: only what is already in progress, and its timers. */
function begun({ session, task }: TaskContext, effects: readonly Effect[]): readonly Effect[] {
  if (!isAgentPaused(session, task.agent)) return effects
  return effects.filter(({ kind, key }) => kind === 'timer' || key in session.started)
}

/** The agent is done, unless it owes a report or one of its subagents is still at work. */
function conclude(context: TaskContext, outcome: TaskOutcome): Step {
  const { session, run, task } = context
  if (outcome.kind === 'failed' || task.closing) return finish(context, outcome)
  if (task.inbox.length > 0) return record(hearReports(context))
  if (openTasks(session).some(({ parent, background }) => background && parent?.task === task.id)) return rest
  if (task.via !== 'delegateWork') return finish(context, outcome)
  if (task.nudges < REMINDERS && task.replies < mostReplies(context))
    return record(fact('task.nudged', { text: REPORT_OUT }, placeOf(run, task)))
  return finish(context, { ...outcome, complete: false })
}

const hearReports = ({ run, task }: TaskContext) =>
  fact('task.nudged', { text: task.inbox.join('\n\n'), reports: true }, placeOf(run, task))

function think(context: TaskContext): Step {
  const { session, run, task } = context
  const asked = modelCall(context)
  const inFlight = asked.key in session.started
  const why = closingReason(context, asked, inFlight)
  if (why && !task.closing) return close(context, why, inFlight)
  if ((task.closing || task.late) && run.limit?.exhausted && !inFlight) return finish(context, incomplete(task))
  if (inFlight) return want(asked)
  const call = withinTokens(context, asked)
  if (!call) return finish(context, incomplete(task))
  if (isAgentPaused(session, task.agent)) return rest
  const tokens = Math.floor((call.reserve.input * 3) / 4)
  if (isTooLong(context, tokens)) return compactionOf(task) in session.tasks ? rest : compact(context, tokens)
  if (task.inbox.length > 0) return record(hearReports(context))
  const heard = toHear(context)
  return heard.length > 0 ? hear(context, heard) : want(call)
}

/** Why a task has only its last words left, and which of its limits that is. */
type Closing = { readonly text: string; readonly bound?: Bound; readonly budget?: Budgeted }

/** The time limit ends calls in progress. The other limits let them finish. */
function closingReason(context: TaskContext, call: ModelEffect, inFlight: boolean): Closing | undefined {
  const { run, task } = context
  const limit = isFinal(run.phase) || task.late ? null : run.limit
  if (limit && (limit.which === 'time' || !inFlight)) return { text: limitSentence(run) }
  const budget = inFlight ? undefined : endedBy(context, call)
  if (budget) return { text: `You have used up your budget of ${budget.replace('_', ' ')}.`, budget }
  const most = mostReplies(context)
  if (task.replies >= most) return { text: `You have used your ${countText(most, 'iteration')}.`, bound: 'iterations' }
  if (task.fruitless < MOST_FRUITLESS) return undefined
  const text = `Your last ${MOST_FRUITLESS} replies brought nothing new: their calls were refused, or made before.`
  return { text, bound: 'no_progress' }
}

/** The smallest of all limits on its replies: the agent's, the run's, the task's, and the one for every delegate. */
function mostReplies({ run, mode, task, seat }: TaskContext): number {
  const caps = [
    seat.maxIterations,
    task.allowance.iterations,
    mode.forecast(run).countsIterations ? undefined : (run.limits.maxIterations ?? undefined),
    task.via === 'delegateWork' ? MOST_DELEGATED : undefined,
    task.via === 'compaction' ? MOST_SUMMING : undefined,
  ]
  return Math.min(...caps.filter((cap) => cap !== undefined))
}

function close(context: TaskContext, { text: why, bound, budget }: Closing, inFlight: boolean): Step {
  const { run, mode, task } = context
  const isLimited = run.limit !== null && !isFinal(run.phase)
  const unasked = isLimited && mode.traits.closing !== 'words' && !task.allowance.ends
  const silently = unasked || run.limit?.exhausted
  // The call in progress is no longer wanted: its abort delivers what it has said, which becomes the report.
  if (silently) return inFlight ? rest : finish(context, incomplete(task))
  const text = `${why} You have no tools any more. Say now, in one last reply, what you have: what is done, what you found, and what is missing.`
  return record(
    fact(
      'task.nudged',
      { text, closing: true, ...(bound && { bound }), ...(budget && { budget }) },
      placeOf(run, task),
    ),
  )
}

/**
 * The user's new messages for the agent that reads them. At the first call, only those addressed to it alone. A vote
 * does not get any, since its conversation is discarded.
 */
function toHear({ session, mode, task }: TaskContext): readonly MessageId[] {
  if (session.queue.length === 0 || task.decision !== null) return []
  return session.queue.filter((id) => {
    const to = messageBy(session, id)?.to ?? null
    return to === null ? task.replies > 0 && mode.user.hears(session, task) : to === task.agent
  })
}

/** Queued messages go to the agent with its next call and never interrupt one. */
function hear({ session, run, task }: TaskContext, takes: readonly MessageId[]): Step {
  return record(fact('task.nudged', { text: newMessages(session, takes), takes: [...takes] }, placeOf(run, task)))
}

function timeLimit(context: TaskContext): readonly Effect[] {
  const { run, task } = context
  const minutes = minutesOf(context)
  if (minutes === undefined || run.workingSince === null || task.heldAt !== null) return []
  const left = task.sinceWorked + minutes * MINUTE - run.worked
  return [{ kind: 'timer', key: timeKey(task), notBefore: run.workingSince + left }]
}

function minutesOf({ session, run, task, seat }: TaskContext): number | undefined {
  if (task.allowance.minutes !== undefined) return task.allowance.minutes
  if (task.via !== 'delegateWork' || seat.timeout !== undefined) return seat.timeout
  return delegatedMinutesOf(run, seat, session.learned)
}

/** How long delegated work may take, unless the agent sets its own limit. */
export function delegatedMinutesOf(
  run: Pick<Run, 'settings'>,
  seat: Pick<Seat, 'model'>,
  learned?: Session['learned'],
): number {
  const minutes = Number(run.settings.mode.timeout ?? delegatedMinutes)
  return minutesFor(run, seat, { minutes, usual: delegatedMinutes }, learned)
}

function tooLong(context: TaskContext) {
  const { seat, task } = context
  const message = `${seat.name} took longer than its ${minutesOf(context)} minutes.`
  return { kind: 'failed' as const, code: 'timeout', message, partial: lastWords(task) }
}

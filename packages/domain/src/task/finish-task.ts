import { isCopy } from '../answer/echo.ts'
import { isRefusal } from '../answer/refusal.ts'
import { absorbDecision } from '../decision/absorb-decision.ts'
import type { Step } from '../effect/effect.ts'
import { type EventPlace, type Fact, fact } from '../event/event.ts'
import type { Facts } from '../event/facts.ts'
import type { TaskKind } from '../event/task-kind.ts'
import { toArray } from '../list/list.ts'
import type { TaskReport } from '../mode/mode.ts'
import { absorbOwn } from '../mode/own-tasks.ts'
import { placeOf, type TaskContext } from '../mode/task-context.ts'
import type { EffectKey } from '../shared/ids.ts'
import { seatOf } from '../state/session.ts'
import type { Task, TaskOutcome } from '../state/task.ts'
import { cleanLine } from '../text/clean.ts'
import { endedBy } from './budget.ts'
import { compaction } from './compact.ts'
import { modelCall } from './model-call.ts'
import { HOPELESS } from './tools.ts'

/** Records the end of a task, and for a root task what its mode reads from the report. */
export function finish(context: TaskContext, outcome: TaskOutcome): Step {
  const { run, task } = context
  const finished = reportOf(context, outcome)
  const place = placeOf(run, task)
  const report = { ...finished, task: task.id, agent: task.agent, turn: task.turn }
  const read = readBy(context, report, place)
  return {
    record: [fact('task.finished', finished, place), fact('agent.status', { status: 'idle' }, place), ...read],
    want: [],
  }
}

function readBy(context: TaskContext, report: TaskReport, place: EventPlace): readonly Fact[] {
  const { session, run, task } = context
  if (task.decision !== null) return absorbDecision(session, run, report, place)
  return task.via === 'session' ? absorbOwn(session, report, place) : readReport(context, report)
}

const readReport = (context: TaskContext, report: TaskReport): readonly Fact[] =>
  context.task.parent ? told(context, report) : context.mode.absorb(context.session, context.run.data, report)

/** What a child's end tells others: its report for people, a summary for the conversation it was made for. */
function told(context: TaskContext, finished: Facts['task.finished']): readonly Fact[] {
  const { session, run, task } = context
  const parent = task.parent && session.tasks[task.parent.task]
  const seat = parent && seatOf(run, parent.agent)
  if (task.via === 'compaction')
    return parent && seat ? [compaction({ ...context, task: parent, seat }, finished.report)] : []
  if (task.via === 'summary') return []
  const failing = task.via === 'delegateWork' && !finished.ok && run.failedDelegations + 1 === HOPELESS
  const withdrawn = `${HOPELESS} delegations in a row failed. Delegation is off for the rest of this run.`
  return [
    ...(finished.report ? [reportMessage(context, finished.report)] : []),
    ...(failing ? [fact('warning', { code: 'delegation_withdrawn', message: withdrawn })] : []),
  ]
}

function reportMessage({ run, task }: TaskContext, text: string): Fact {
  return fact('message', { author: task.agent, role: 'member', kind: 'report', text }, placeOf(run, task))
}

/** The end of a task that gets no further call: its report is what it has said so far. */
export function incomplete(task: Task): TaskOutcome {
  return { kind: 'answered', text: lastWords(task), complete: false }
}

/** The newest thing the agent has said in this task, including a cut-off attempt. */
export function lastWords(task: Task): string {
  const said = toArray(task.lines).slice(task.earlier)
  const last = said.findLast((line) => line.role === 'assistant' && line.text !== '')
  return task.partial || (last?.role === 'assistant' ? last.text : '')
}

/** The key of a task's time-limit timer. */
export const timeKey = (task: Task): EffectKey => `${task.id}/time` as EffectKey

/** The budget that ended it early. A task that finished within its budgets is done. */
function budgetOf(context: TaskContext, outcome: TaskOutcome) {
  const { session, task } = context
  if (!task.allowance.ends) return undefined
  if (session.fired[timeKey(task)]) return 'minutes' as const
  const isDone = outcome.kind === 'answered' && outcome.complete && !task.closing
  return isDone ? undefined : endedBy({ session, task: { ...task, closing: false } }, modelCall(context))
}

const CUT_SHORT = 'A limit was reached before it could say anything.'
const FAILING = 'Its model kept failing until a limit was reached.'
const LATER = 'Try again in a few minutes, or use another model.'
const FRUITLESS =
  'It only called tools that do not exist, were refused or brought nothing new, and said nothing. Give it the tools that it needs (tools of the agent), or a model that handles tools better.'

function reportOf(context: TaskContext, outcome: TaskOutcome): Facts['task.finished'] {
  const { session, task } = context
  const budget = budgetOf(context, outcome)
  const done = {
    ...(budget && { budget }),
    ...(task.bound && { bound: task.bound }),
    place: task.place,
    ms: Math.max(0, session.at - task.since),
    iterations: task.replies,
    toolCalls: task.toolCalls,
    tokens: task.tokens,
  }
  if (outcome.kind === 'failed') {
    const { code, message, partial } = outcome
    return {
      ...done,
      ok: false,
      report: partial,
      error: { code, message },
      ...(partial !== '' && { incomplete: true }),
    }
  }
  const none = noAnswer(context, outcome.text)
  if (none) return { ...done, ok: false, report: outcome.text, error: none }
  if (outcome.complete && !task.closing) return { ...done, ok: true, report: outcome.text }
  const error = { code: 'limit_reached', message: reasonOf(task) }
  const empty = outcome.text === ''
  return { ...done, ok: !empty, report: outcome.text, incomplete: true, ...(empty && { error }) }
}

/** Their reports are read by people and other agents as they are. Other answers are read by programs, which ask again. */
const AS_WRITTEN: readonly TaskKind[] = ['respond', 'work', 'synthesize', 'repair_citations', 'follow_up']

/** What is wrong with a report that only refuses, or only repeats what its agent was asked. */
function noAnswer(
  { run, task }: TaskContext,
  text: string,
): { readonly code: string; readonly message: string } | undefined {
  if (!AS_WRITTEN.includes(task.kind)) return undefined
  const ask = toArray(task.lines).findLast((line) => line.role === 'user' && line.text.startsWith('# '))
  if (ask?.role === 'user' && isCopy(text, ask.text)) return { code: 'repeated', message: REPEATED }
  const isMeant = ASKS_FOR_ONE.test(run.goal)
  return isRefusal(text) && !isMeant ? { code: 'refused', message: `It refused: “${cleanLine(text)}”` } : undefined
}

/** The goal may be to write one. */
const ASKS_FOR_ONE = /(?<!\p{L})(?:refus|declin|reject|apolog|turn(?:ing)? down)/iu

const REPEATED = 'It only repeated what it was asked. Try another model.'

/** Why a task that a limit ended has said nothing. */
function reasonOf({ bound, failures, fault }: Task): string {
  if (bound === 'no_progress') return FRUITLESS
  if (failures === 0) return CUT_SHORT
  return [FAILING, fault?.message ?? '', LATER].filter((part) => part !== '').join(' ')
}

import { type Effect, record, rest, type Step, want } from '../effect/effect.ts'
import { fact } from '../event/event.ts'
import type { TaskContext } from '../mode/task-context.ts'
import { limitText } from '../run/limit-text.ts'
import { unreachable } from '../shared/assert.ts'
import type { AskId, EffectKey } from '../shared/ids.ts'
import { ownValue } from '../shared/record.ts'
import { isAgentPaused, isFinal, openTasks } from '../state/session.ts'
import type { CallStage, Task, TaskCall } from '../state/task.ts'
import { isInner } from '../team/inner-tools.ts'
import { problemWith } from '../tool/check-input.ts'
import type { Resource } from '../tool/tool.ts'
import { mayRun, overFiles, overToolCalls } from './budget.ts'
import { inquire } from './inquire.ts'
import { judgeCall } from './judge-call.ts'
import { admitInner, startInner } from './next-inner-call.ts'
import { deniedByUser, notAllowed, refused } from './refuse-call.ts'
import { isForbidden, whyNoTool } from './refuse-tool.ts'
import { limitOf, offeredTools } from './tools.ts'

const TOOL_LIMIT_MS = 180_000

/** Advances every call: facts to record, or effects to run. Reading calls run in parallel, others in order. */
export function nextCalls(context: TaskContext): Step {
  const effects: Effect[] = []
  for (const [index, call] of context.task.calls.entries()) {
    if (!mayGo(context, index)) continue
    const step = nextCall(context, call)
    if (step.record.length > 0) return step
    effects.push(...step.want)
  }
  return want(...effects)
}

/** A call may go once all before it are done, or if it and those still open before it only read. */
function mayGo({ run, task }: Pick<TaskContext, 'run' | 'task'>, index: number): boolean {
  const together = ['task', 'delegateWork']
  const readOnly = ({ tool }: TaskCall) =>
    together.includes(tool) || (ownValue(run.settings.tools, tool)?.readOnly ?? false)
  const open = task.calls.slice(0, index + 1).filter((call) => call.at.stage !== 'done')
  return open.length <= 1 || open.every(readOnly)
}

function nextCall(context: TaskContext, call: TaskCall): Step {
  const { at } = call
  const limit = isFinal(context.run.phase) ? null : context.run.limit
  // A report is the end that a limit wants: if refused, it would be lost.
  if (limit && isWaiting(at.stage) && call.tool !== 'reportOut')
    return refused(context, call, `The call was not run: ${limitText(context.run)} was reached.`)
  if (isAgentPaused(context.session, context.task.agent) && begins(at.stage)) return rest
  switch (at.stage) {
    case 'wanted':
      return admitCall(context, call)
    case 'inspected':
      return judgeCall(context, call, at.resources) ?? start(context, call, at.resources)
    case 'asked':
      return expiring(context, call, at.ask, at.expiresAt)
    case 'answered':
      return at.answer === 'deny' ? deniedByUser(context, call, denial(at.reason)) : start(context, call, at.resources)
    case 'running':
      return limit?.which === 'time' ? rest : underWay(context, call, at.attempt)
    case 'unknown':
      return refused(
        context,
        call,
        'The outcome of this call is unknown: the program ended while it ran. It was not repeated. Check before you do it again.',
      )
    case 'material':
      return inquire(context, call, at)
    case 'questioned':
    case 'deciding':
    case 'offered':
    case 'child':
    case 'done':
      return rest
    default:
      return unreachable(at)
  }
}

/** Neither running nor decided: a reached limit can still keep it from running. */
const isWaiting = (stage: CallStage['stage']): boolean =>
  ['wanted', 'inspected', 'asked', 'answered', 'questioned'].includes(stage)

/** It would start something new: an inspection, an ask, a run, a child task. */
const begins = (stage: CallStage['stage']): boolean => ['wanted', 'inspected', 'answered', 'material'].includes(stage)

/** Before its targets are inspected: is it a valid call to a tool this agent has, with budget left? */
function admitCall(context: TaskContext, call: TaskCall): Step {
  const { run, task } = context
  const { limits, toolCalls } = run
  if (call.invalid !== undefined) return refused(context, call, `The call was not run: ${call.invalid}.`)
  const offered = offeredTools(context).find((tool) => tool.name === call.tool)
  if (!offered)
    return (isForbidden(context, call.tool) ? notAllowed : refused)(context, call, whyNoTool(context, call.tool))
  if (isInner(call.tool)) {
    const problem = problemWith(offered, call.input)
    if (problem)
      return refused(context, call, `The call was not run: ${problem}. Call ${call.tool} again with all it needs.`)
    return admitInner(context, call, call.tool)
  }
  const over = overToolCalls(context, call)
  if (over) return refused(context, call, over.message, over.which)
  const cap = isFinal(run.phase) ? null : limits.maxToolCalls
  const reserved = callsBefore(context, call)
  if (cap !== null && toolCalls + reserved >= cap)
    return reserved > 0 ? rest : record(fact('limit.reached', { which: 'tool_calls', spent: toolCalls, reserved, cap }))
  return want({ kind: 'inspect', key: `${task.id}/${call.id}/inspect` as EffectKey, task: task.id, call: call.id })
}

/**
 * Calls that compete with this one for the last of the cap: those admitted, and those before it that could go now. A
 * call waiting behind another is counted when its turn comes. If it were counted earlier, a call queued behind a
 * delegate would take the delegate's last tool call, and each would wait for the other.
 */
function callsBefore({ session, run, task }: TaskContext, call: TaskCall): number {
  const tasks = openTasks(session)
  const own = tasks.findIndex(({ id }) => id === task.id)
  const isAdmitted = ({ at }: TaskCall) => at.stage !== 'wanted'
  // A paused agent's calls do not hold up the others: they are counted when the agent resumes.
  const competes = (other: Task) => (each: TaskCall, index: number) =>
    isAdmitted(each) || (!isAgentPaused(session, other.agent) && mayGo({ run, task: other }, index))
  const earlier = [
    ...tasks.slice(0, own).flatMap((other) => other.calls.filter(competes(other))),
    ...task.calls.slice(0, task.calls.indexOf(call)),
  ]
  const later = tasks.slice(own + 1).flatMap(({ calls }) => calls.filter(isAdmitted))
  return [...earlier, ...later].filter(mayRun).length
}

function expiring({ session, task }: TaskContext, call: TaskCall, ask: AskId, expiresAt: number): Step {
  const key = `${task.id}/${call.id}/expiry` as EffectKey
  if (!session.fired[key]) return want({ kind: 'timer', key, notBefore: expiresAt, patient: true })
  return record(fact('permission.answered', { ask, answer: 'deny', by: 'expiry', reason: 'no answer in time' }))
}

/** A repeat after a loss is a new attempt with a new key: the lost one keeps its key in the log. */
function start(context: TaskContext, call: TaskCall, touched: readonly Resource[]): Step {
  if (isInner(call.tool)) return startInner(context, call)
  // Checked again: another agent may have used up the budget while the user was asked.
  const over = overFiles(context, call, touched)
  return over ? refused(context, call, over.message, over.which) : underWay(context, call, call.tries + 1)
}

function underWay({ run, task, seat }: TaskContext, call: TaskCall, attempt: number): Step {
  const key = `${task.id}/${call.id}/run.${attempt}` as EffectKey
  const timeoutMs = limitOf(seat, call.tool) ?? (ownValue(run.settings.tools, call.tool)?.timeoutMs || TOOL_LIMIT_MS)
  return want({ kind: 'tool', key, task: task.id, call: call.id, attempt, timeoutMs })
}

const denial = (reason: string): string => (reason ? `Denied: ${reason}` : 'Denied by the user.')

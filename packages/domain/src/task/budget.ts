import type { ModelEffect, Reserve } from '../effect/effect.ts'
import type { Budgeted } from '../limits/allowance.ts'
import type { TaskContext } from '../mode/task-context.ts'
import type { Session } from '../state/session.ts'
import type { Task, TaskCall } from '../state/task.ts'
import { isInner } from '../team/inner-tools.ts'
import { countText } from '../text/amounts.ts'
import type { Resource } from '../tool/tool.ts'
import { lineageOf, subtreeOf } from './lineage.ts'

/** The share of a token budget reserved for the last words. */
const CLOSING_SHARE = 0.15
/** Too few tokens for an answer. */
const LEAST_OUTPUT = 256

/** Why a call is not run, and the budget it would exceed: the task's own, or that of a task it works for. */
export type OverBudget = { readonly which: Budgeted; readonly message: string }

/** Not over yet, and still going to run as a tool. */
export const mayRun = ({ at, tool }: TaskCall): boolean =>
  !['done', 'unknown', 'material', 'child'].includes(at.stage) && !isInner(tool)

/** One more tool call, on top of those made and those that may still run in the whole subtree. */
export function overToolCalls({ session, task }: TaskContext, call: TaskCall): OverBudget | undefined {
  const before = task.calls.slice(0, task.calls.indexOf(call)).filter(mayRun).length
  const over = lineageOf(session, task).find((one) => {
    const cap = one.allowance.toolCalls
    if (cap === undefined) return false
    const others = subtreeOf(session, one).filter(({ id }) => id !== task.id)
    const admitted = others.flatMap(({ calls }) => calls).filter((each) => mayRun(each) && each.at.stage !== 'wanted')
    return one.subtree.toolCalls + before + admitted.length >= cap
  })
  if (!over) return undefined
  const { toolCalls } = over.allowance
  return {
    which: 'tool_calls',
    message: `The call was not run: you may make ${countText(toolCalls ?? 0, 'tool call')} in this task.`,
  }
}

/** The files a call would change, on top of those already changed or being changed in the whole subtree. */
export function overFiles(
  { session, task }: TaskContext,
  call: TaskCall,
  resources: readonly Resource[],
): OverBudget | undefined {
  const own = changedBy(resources)
  if (own.length === 0) return undefined
  const over = lineageOf(session, task).find((one) => {
    const cap = one.allowance.files
    return cap !== undefined && new Set([...filesOf(session, one, call), ...own]).size > cap
  })
  if (!over) return undefined
  const { files } = over.allowance
  return {
    which: 'files',
    message: `The call was not run: you may change ${countText(files ?? 0, 'file')} in this task.`,
  }
}

/** No more files may be changed: a call that does not declare its files is no longer approved in advance. */
export const isOutOfFiles = ({ session, task }: TaskContext, call: TaskCall): boolean =>
  lineageOf(session, task).some((one) => {
    const cap = one.allowance.files
    return cap !== undefined && filesOf(session, one, call).length >= cap
  })

const changedBy = (resources: readonly Resource[]): readonly string[] =>
  resources.flatMap(({ permission, target }) => (permission === 'edit' ? [target] : []))

function filesOf(session: Session, task: Task, except: TaskCall): readonly string[] {
  const running = subtreeOf(session, task)
    .flatMap(({ calls }) => calls)
    .flatMap((call) => (call.at.stage === 'running' && call !== except ? changedBy(call.at.resources) : []))
  return [...new Set([...task.subtree.files, ...running])]
}

/** The call with as much output as the token budgets leave. Undefined if that is too little for an answer. */
export function withinTokens(
  { session, task }: Pick<TaskContext, 'session' | 'task'>,
  call: ModelEffect,
): ModelEffect | undefined {
  const rooms = lineageOf(session, task).flatMap((one) => {
    const cap = one.allowance.tokens
    const share = task.closing ? 1 : 1 - CLOSING_SHARE
    return cap === undefined ? [] : [cap * share - one.subtree.tokens - reservedUnder(session, one)]
  })
  const room = Math.floor(Math.min(...rooms) - call.reserve.input)
  if (room >= call.reserve.output) return call
  if (room < leastOutput(call.reserve)) return undefined
  return { ...call, reserve: clipped(call.reserve, { output: room, costUsd: call.reserve.costUsd }) }
}

/** With less than this there would be no answer: at least half the room to think must be left. */
export const leastOutput = ({ output, thinking = 0 }: Reserve): number =>
  Math.min(output, LEAST_OUTPUT + Math.ceil(thinking / 2))

/** A reservation with less output, cutting the thinking first. */
export function clipped(
  { output: before, thinking = 0, ...rest }: Reserve,
  { output, costUsd }: Pick<Reserve, 'output' | 'costUsd'>,
): Reserve {
  const left = Math.max(0, thinking - (before - output))
  return { ...rest, output, ...(left > 0 && { thinking: left }), costUsd }
}

function reservedUnder(session: Session, task: Task): number {
  const ids = new Set(subtreeOf(session, task).map(({ id }) => id))
  return Object.values(session.started).reduce(
    (sum, effect) =>
      effect.kind === 'model' && ids.has(effect.task) ? sum + effect.reserve.input + effect.reserve.output : sum,
    0,
  )
}

/** The budget that ends this task now: its own, or that of a task it works for. */
export function endedBy(context: Pick<TaskContext, 'session' | 'task'>, call: ModelEffect): Budgeted | undefined {
  const ending = lineageOf(context.session, context.task).filter(({ allowance }) => allowance.ends)
  if (ending.length === 0) return undefined
  const broken = ending.find(({ broke }) => broke !== null)?.broke
  return broken ?? (withinTokens(context, call) ? undefined : 'tokens')
}

import { allows } from '../limits/allowance.ts'
import { neverWithin } from '../limits/reach-limits.ts'
import type { TaskContext } from '../mode/task-context.ts'
import { isAlwaysDenied, judge, type RuleLayer } from '../permission/judge.ts'
import { ownValue } from '../shared/record.ts'
import { isInner } from '../team/inner-tools.ts'
import type { ToolSpec } from '../tool/tool.ts'
import { NO_STEP } from './next-team-call.ts'
import { HOPELESS, isOffered, ruleLayers } from './tools.ts'

/** Why an agent does not have this tool in its task, with the code that programs and agents know. */
export function whyNoTool(context: TaskContext, name: string): string {
  if (name === 'handoff') return NO_STEP
  if (name === 'delegateWork' || name === 'task') return `delegation_error: ${whyNoDelegation(context, name)}`
  return `tool_access_error: ${reason(context, name)}`
}

function whyNoDelegation({ run }: TaskContext, name: string): string {
  if (name === 'delegateWork' && run.failedDelegations >= HOPELESS)
    return `${HOPELESS} delegations in a row failed, so work is handed on no more in this run. Do it yourself.`
  return 'There is nobody you can hand work to in this task. Do it yourself.'
}

function reason({ run, task, seat }: TaskContext, name: string): string {
  if (task.closing || task.late) return 'You have no tools any more. Answer with what you have.'
  if (task.execution === 'single' || task.execution === 'streaming')
    return 'You have no tools in this task. Answer now.'
  const tool = ownValue(run.settings.tools, name)
  const none = `There is no tool named ${name} for you.`
  if (!tool || isInner(name)) return none
  const { allowance } = task
  if (!isOffered(seat, name) && !allowance.lends?.includes(name))
    return `${none} Your agent file does not give it to you.`
  if (!allows(allowance, tool))
    return `${task.step === null ? 'This turn' : 'The policy of this step'} does not allow ${name}. Allowed: ${allowance.tools?.join(', ') || 'nothing'}.`
  if (task.execution === 'planning' && !tool.readOnly) return `${name} changes something, and this task only reads.`
  return neverWithin(run.limits, tool) ?? whyNotOffered(tool, ruleLayers(run, task, seat))
}

/** Whether an agent would have a tool if no rule forbade it altogether. */
export function isForbidden({ run, task, seat }: TaskContext, name: string): boolean {
  const tool = ownValue(run.settings.tools, name)
  return tool !== undefined && isOffered(seat, name) && isAlwaysDenied(tool.permission, ruleLayers(run, task, seat))
}

function whyNotOffered({ name, permission }: ToolSpec, layers: readonly RuleLayer[]): string {
  if (!isAlwaysDenied(permission, layers)) return `Your window has no room for ${name}. Use the tools that you have.`
  const { rule, layer } = judge(permission, '', layers)
  return `Denied by the rule "${rule}" (${layer}).`
}

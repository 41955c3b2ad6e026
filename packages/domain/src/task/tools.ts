import { allows } from '../limits/allowance.ts'
import { neverWithin } from '../limits/reach-limits.ts'
import type { TaskContext } from '../mode/task-context.ts'
import { isAlwaysDenied, matches, type RuleLayer } from '../permission/judge.ts'
import type { Rules } from '../permission/rules.ts'
import type { Json } from '../shared/json.ts'
import { ownValue } from '../shared/record.ts'
import { type Run, type Session, seatOf } from '../state/session.ts'
import { delegationTargets } from '../state/targets.ts'
import type { Task, TaskCall } from '../state/task.ts'
import {
  decideTool,
  delegateTool,
  handoffTool,
  questionTool,
  reportTool,
  taskTool,
  voteTool,
} from '../team/inner-tools.ts'
import { type Seat, seatsOf } from '../team/team.ts'
import { AGENT_STEP } from '../tool/agent-step.ts'
import type { ToolSpec } from '../tool/tool.ts'
import { fittingTools } from './tool-room.ts'

/** After this many consecutive failed delegations, an agent continues alone. */
export const HOPELESS = 3

type SeatContext = Omit<TaskContext, 'session'>

/**
 * The tools an agent sees in this task: none if it answers in one reply or must close, and never one that is always
 * denied or does not fit the model's window.
 */
export function offeredTools(context: SeatContext): readonly ToolSpec[] {
  const { run, task, seat } = context
  const { allowance } = task
  // Where every call is refused anyway, tools that disappear would only change the beginning of the prompt.
  const isLate = task.late && allowance.toolCalls !== 0
  if (task.closing || isLate || task.execution === 'single' || task.execution === 'streaming') return []
  const isHis = (name: string) => isOffered(seat, name) || (allowance.lends?.includes(name) ?? false)
  const isWhole = run.settings.models[seat.model]?.agent ?? false
  const hosted = Object.values(run.settings.tools).filter(
    (tool) => isHis(tool.name) && (tool.name === AGENT_STEP) === isWhole && allows(allowance, tool),
  )
  const readable = task.execution === 'planning' ? hosted.filter((tool) => tool.readOnly) : hosted
  const rules = ownLayers(run, seat)
  const usable = readable.filter(
    (tool) => !isAlwaysDenied(tool.permission, rules) && neverWithin(run.limits, tool) === undefined,
  )
  if (isWhole) return [...usable, ...innerTools(context)]
  return [...fittingTools(usable, run.settings.models[seat.model], allowance.lends), ...innerTools(context)]
}

/** What the session does itself: delegating work, reporting, asking the user. */
function innerTools(context: SeatContext): readonly ToolSpec[] {
  const { run, task, seat } = context
  const mayHandOn = (tool: string) => allows(task.allowance, { name: tool, permission: tool })
  const mayDelegate = run.failedDelegations < HOPELESS && mayHandOn('delegateWork')
  const targets = mayDelegate ? delegationTargets(run, seat) : []
  const subagents = isOffered(seat, 'task') && mayHandOn('task') ? spawnable(run, seat) : []
  return [
    ...(subagents.length > 0 ? [taskTool(subagents)] : []),
    ...(targets.length > 0 ? [delegateTool(targets)] : []),
    ...(isOffered(seat, 'question') ? [questionTool] : []),
    ...(task.via === 'delegateWork' ? [reportTool] : []),
    ...teamTools(context),
  ]
}

/** Whether a task carries out a plan step: its reviewer cannot hand it off. */
export const worksOnStep = ({ mode, task }: Pick<TaskContext, 'mode' | 'task'>): boolean =>
  mode.heirs !== undefined && task.step !== null && task.kind === 'work'

/** What concerns the team, for members of a team of at least two. */
function teamTools(context: SeatContext): readonly ToolSpec[] {
  const { run, task, seat } = context
  const seats = seatsOf(run.team)
  const others = seats.filter(({ slug }) => slug !== seat.slug)
  if (others.length === 0 || others.length === seats.length) return []
  const heirs = worksOnStep(context) ? heirsOf(context, seat.slug) : []
  const tools = [decideTool, voteTool, ...(heirs.length > 0 ? [handoffTool(heirs)] : [])]
  const rules = ownLayers(run, seat)
  return tools.filter(
    (tool) => isOffered(seat, tool.name) && allows(task.allowance, tool) && !isAlwaysDenied(tool.permission, rules),
  )
}

/** Who may take over a step: anyone who can own one, so never the judge. */
export const heirsOf = ({ run, mode }: Pick<TaskContext, 'run' | 'mode'>, slug: string): readonly Seat[] =>
  (mode.heirs?.(run) ?? []).filter((seat) => seat.slug !== slug)

/** The subagents an agent may call. Subagents have no subagents. */
export function spawnable(run: Run, seat: Seat): readonly Seat[] {
  if (seat.category !== 'primary') return []
  const subagents = (run.team.subagents ?? []).filter(({ category }) => category === 'subagent')
  return subagents.filter(({ slug }) => seat.spawns.includes('*') || seat.spawns.includes(slug))
}

/** Whether an agent has a tool at all, according to its file: names, or patterns such as `mcp_*`. */
export function isOffered(seat: Seat, name: string): boolean {
  if (seat.tools === 'all') return true
  if (seat.tools === 'none') return false
  const isNamed = (names: readonly string[]) => names.some((pattern) => matches(pattern, name))
  return 'only' in seat.tools ? isNamed(seat.tools.only) : !isNamed(seat.tools.except)
}

/**
 * The rules for a task: the run's, the team's, its agent's, and those of all tasks it works for, since none may do more
 * than its caller.
 */
export function ruleLayers(run: Run, task: Task, seat: Seat): readonly RuleLayer[] {
  const callers = task.chain.slice(0, -1).flatMap((slug) => seatOf(run, slug) ?? [])
  return [...ownLayers(run, seat), ...callers.map(({ permissions }) => ({ layer: 'parent', rules: permissions }))]
}

/** The rules for a seat, without those of tasks that it works for. */
export const ownLayers = (run: Run, seat: Seat): readonly RuleLayer[] => [
  ...run.settings.permissions.map(({ layer, rules, builtIn = [] }) => ({ layer, rules: rules as Rules, builtIn })),
  { layer: 'team', rules: run.team.permissions },
  { layer: 'agent', rules: seat.permissions },
]

/** The settings for a tool in an agent's file. */
function overrideOf(seat: Seat, tool: string) {
  return typeof seat.tools === 'string' ? undefined : ownValue(seat.tools.overrides ?? {}, tool)
}

/** The agent's own time limit for a tool, in milliseconds. Files use minutes. */
export function limitOf(seat: Seat, tool: string): number | undefined {
  const minutes = overrideOf(seat, tool)?.timeout
  return minutes === undefined ? undefined : minutes * 60_000
}

/** How many characters of a tool's output the agent gets, if its file sets a limit. */
export function outputLimitOf(session: Session, task: Task, tool: string): number | undefined {
  const seat = session.run && seatOf(session.run, task.agent)
  return seat ? overrideOf(seat, tool)?.maxOutput : undefined
}

/** A call's input, merged over the default arguments in its agent's file. */
export function toolInputOf(session: Session, task: Task, call: TaskCall): Json {
  const seat = session.run && seatOf(session.run, task.agent)
  const defaults = seat && overrideOf(seat, call.tool)?.arguments
  const { input } = call
  if (!defaults || typeof input !== 'object' || input === null || Array.isArray(input)) return input
  return { ...(defaults as { [name: string]: Json }), ...input }
}

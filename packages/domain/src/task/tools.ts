import type { RuleLayer } from '../permission/judge.ts'
import type { Rules } from '../permission/rules.ts'
import type { Run } from '../session/state.ts'
import type { Seat } from '../team/team.ts'
import type { ToolSpec } from '../tool/tool.ts'
import type { Task } from './task.ts'

/** The tools an agent sees in this task: none when it answers in one reply or must close. */
export function offeredTools(run: Run, task: Task, seat: Seat): readonly ToolSpec[] {
  if (task.closing || task.execution === 'single' || task.execution === 'streaming') return []
  const all = Object.values(run.settings.tools)
  const readable = task.execution === 'planning' ? all.filter((tool) => tool.readOnly) : all
  return readable.filter((tool) => isOffered(seat, tool.name))
}

function isOffered(seat: Seat, name: string): boolean {
  if (seat.tools === 'all') return true
  if (seat.tools === 'none') return false
  return 'only' in seat.tools ? seat.tools.only.includes(name) : !seat.tools.except.includes(name)
}

/** The rules in force for an agent: those of the run, then the team's, then its own. */
export function ruleLayers(run: Run, seat: Seat): readonly RuleLayer[] {
  return [
    ...run.settings.permissions.map(({ layer, rules }) => ({ layer, rules: rules as Rules })),
    { layer: 'team', rules: run.team.permissions },
    { layer: 'agent', rules: seat.permissions },
  ]
}

import type { PlanStep } from '../../event/step.ts'
import type { Run } from '../../state/session.ts'
import { planSettings } from './settings.ts'

/** Tools that change files. */
const CHANGING = ['edit', 'write', 'patch', 'bash']

/**
 * A step that may change files and names no check gets the project's own first command as a guard: what passed before
 * must still pass. You see it at the gate and can take it out. If nobody looks, only what the owner has named is added.
 */
export function withGuards(run: Run, steps: readonly PlanStep[]): readonly PlanStep[] {
  const { project = [], found = [] } = run.settings.checks ?? {}
  const isSeen = planSettings(run).approve && !run.settings.yes
  const [line] = isSeen ? [...project, ...found] : project
  if (line === undefined) return steps
  const mayChange = ({ tools }: PlanStep) => tools === undefined || tools.some((tool) => CHANGING.includes(tool))
  const guard = { kind: 'command' as const, run: line, guard: true }
  return steps.map((step) => (step.checks === undefined && mayChange(step) ? { ...step, checks: [guard] } : step))
}

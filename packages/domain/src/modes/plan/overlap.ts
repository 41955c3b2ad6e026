import type { Check } from '../../check/check.ts'
import type { PlanStep } from '../../event/step.ts'
import type { Plan, StepRun } from './state.ts'

/** Whether a plan lets this step run while another one does, and its checks could prove what it did. */
export function mayOverlap(step: PlanStep, steps: readonly PlanStep[]): boolean {
  if (!(step.checks ?? []).some(couldProve)) return false
  const before = dependenciesOf(step, steps)
  return steps.some((one) => one !== step && !before.has(one.id) && !dependenciesOf(one, steps).has(step.id))
}

/** What must not get worse proves nothing. */
const couldProve = (check: Check): boolean =>
  check.kind === 'file' || (check.kind === 'command' && check.guard !== true)

function dependenciesOf(step: PlanStep, steps: readonly PlanStep[]): ReadonlySet<string> {
  const found = new Set(step.dependsOn)
  for (const id of found) for (const next of steps.find((one) => one.id === id)?.dependsOn ?? []) found.add(next)
  return found
}

/** From now on, nobody can tell the changes of these steps apart. */
export function withShared(plan: Plan, id: string): Plan {
  const isBusy = (step: StepRun) => step.id === id || (step.state === 'running' && step.report === null)
  if (plan.steps.filter(isBusy).length < 2) return plan
  return { ...plan, steps: plan.steps.map((step) => (isBusy(step) ? { ...step, shared: true } : step)) }
}

/** Its files were checked before it while others were at work: what they still changed looks like its work. */
export function measuredAmid(plan: Plan, id: string | undefined): Plan {
  const isAmid = plan.steps.some((one) => one.id !== id && one.state === 'running' && !one.captured)
  return isAmid
    ? { ...plan, steps: plan.steps.map((step) => (step.id === id ? { ...step, shared: true } : step)) }
    : plan
}

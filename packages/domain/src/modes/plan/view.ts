import { seenOf } from '../../checked-work/work.ts'
import type { PlanStep } from '../../event/step.ts'
import { type ModeView, type PlanView, plainView, type StepView } from '../../mode/view.ts'
import type { Run } from '../../state/session.ts'
import { workOf } from './checks.ts'
import { type Plan, type StepRun, untouched } from './state.ts'

/** What a run in plan mode shows: its steps, as drafted until the plan is committed, and the votes about them. */
export const planView = (run: Run, plan: Plan): ModeView => ({
  ...plainView(run),
  plan: shown(run, plan),
  expects: ['plan', 'decisions'],
})

type Known = { readonly checks: Run['checks']; readonly plan: PlanView }

const known = new WeakMap<readonly PlanStep[], Known>()

/** The same object as long as no step and no check has changed. */
function shown(run: Run, plan: Plan): PlanView | null {
  const { version, committed, draft, steps } = plan
  const written = committed ? steps : draft
  const before = known.get(written)
  if (version === 0) return null
  if (before?.plan.version === version && before.plan.committed === committed && before.checks === run.checks)
    return before.plan
  const all = committed ? steps : draft.map(untouched)
  const made = { version, committed, steps: all.map((step) => stepView(run, plan, step)) }
  known.set(written, { checks: run.checks, plan: made })
  return made
}

const stepView = (run: Run, plan: Plan, step: StepRun): StepView => ({
  ...step,
  seen: seenOf(workOf(run, plan, step)),
  reported: step.report !== null,
})

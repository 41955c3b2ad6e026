import type { PlanStep } from '../../event/step.ts'
import { type ModeView, type PlanView, plainView } from '../../mode/view.ts'
import type { Run } from '../../state/session.ts'
import { type Plan, untouched } from './state.ts'

/** What a run in plan mode shows: its steps, as drafted until the plan is committed, and the votes about them. */
export const planView = (run: Run, plan: Plan): ModeView => ({
  ...plainView(run),
  plan: shown(plan),
  expects: ['plan', 'decisions'],
})

const known = new WeakMap<readonly PlanStep[], PlanView>()

/** The same object as long as no step has changed. */
function shown({ version, committed, draft, steps }: Plan): PlanView | null {
  const written = committed ? steps : draft
  const before = known.get(written)
  if (version === 0 || (before?.version === version && before.committed === committed)) return before ?? null
  const plan = { version, committed, steps: committed ? steps : draft.map(untouched) }
  known.set(written, plan)
  return plan
}

import type { Check, CheckResult } from '../../check/check.ts'
import { type CheckedWork, dueAt, effectsAt, failuresAt } from '../../checked-work/work.ts'
import type { Effect } from '../../effect/effect.ts'
import type { Run } from '../../state/session.ts'
import { checksApart } from './apart.ts'
import { workOf } from './checks.ts'
import { isDone, type Plan, type StepRun } from './state.ts'
import { hasWorktree } from './worktree.ts'

/** The checks that must still pass once this step is merged: those that passed when the others were. */
function worksWith(run: Run, plan: Plan, step: StepRun): readonly CheckedWork[] {
  if (!step.shared || !hasWorktree(run, step)) return []
  const others = plan.steps.filter((one) => one.id !== step.id && one.shared && isDone(one))
  return others.map((other) => {
    const work = workOf(run, plan, other)
    const passed = dueAt(work, 'after').flatMap(({ check, seen }) =>
      seen?.outcome === 'passed' && check.kind !== 'change' && check.kind !== 'you' ? [asked(check)] : [],
    )
    const name = `${step.id}/merged-${step.attempt}-${other.id}`
    return { ...work, name, began: other.id, step: step.id, checks: passed, rounds: { before: 1, after: 1, final: 1 } }
  })
}

/** It has passed, so nothing excuses it, not even what failed before all of this. */
const asked = (check: Check): Check => (check.kind === 'command' ? { ...check, guard: false } : check)

/** Checks of this step on its changes alone, and those of steps merged before on the files with this one. */
export const mergedChecks = (run: Run, plan: Plan, step: StepRun): readonly Effect[] => [
  ...checksApart(run, plan, step),
  ...worksWith(run, plan, step).flatMap((work) => effectsAt(work, 'after')),
]

/** What passed before this step was merged, and fails now. */
export const mergedFailures = (run: Run, plan: Plan, step: StepRun): readonly CheckResult[] =>
  worksWith(run, plan, step).flatMap((work) => failuresAt(work, 'after'))

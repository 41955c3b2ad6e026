import type { Check } from '../../check/check.ts'
import { dueAt, effectsAt, seenOf } from '../../checked-work/work.ts'
import type { CheckEffect } from '../../effect/effect.ts'
import type { Run } from '../../state/session.ts'
import { workOf } from './checks.ts'
import type { Plan, StepRun } from './state.ts'

/**
 * Its checks on what the step changed alone, in its worktree as it began and as its owner left it: whose work makes them
 * pass, once others have worked at the same time. Only those whose answer could prove something.
 */
export function checksApart(run: Run, plan: Plan, step: StepRun): readonly CheckEffect[] {
  const work = workOf(run, plan, step)
  const { apart } = work
  if (!apart) return []
  const whole = seenOf(work)
  const mayProve = ({ check }: { readonly check: Check }) => {
    const seen = whole.find((one) => one.check === check)
    return seen?.before?.outcome === 'failed' && seen.after?.outcome === 'passed' && canProve(check)
  }
  const before = effectsAt(apart, 'before').filter(mayProve)
  if (before.length > 0) return before
  const failed = dueAt(apart, 'before').filter(({ seen }) => seen?.outcome === 'failed')
  return effectsAt(apart, 'after').filter(
    (effect) => mayProve(effect) && failed.some(({ check }) => check === effect.check),
  )
}

const canProve = ({ kind }: Check): boolean => kind === 'command' || kind === 'file'

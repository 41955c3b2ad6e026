import type { Check } from '../../check/check.ts'
import { checkText } from '../../check/check-text.ts'
import { isProven, isYours, type Seen } from '../../check/proof.ts'
import { countChecks, type Unmet, unmetIn } from '../../checked-work/outcome.ts'
import { checksToAllow, givenChecks } from '../../checked-work/run-work.ts'
import { type CheckedWork, judgedChecks, seenOf } from '../../checked-work/work.ts'
import type { Proof } from '../../event/end-facts.ts'
import { hasPerson } from '../../state/has-person.ts'
import type { Run } from '../../state/session.ts'
import { USER } from '../../team/user-seat.ts'
import { planSettings } from './settings.ts'
import type { Plan, StepRun } from './state.ts'
import { hasWorktree, usedWorktree } from './worktree.ts'

const none: readonly Check[] = []

/** A step as work with checks. Each attempt is checked again, and so are the final files after any other attempt. */
export function workOf(run: Run, plan: Plan, step: StepRun): CheckedWork {
  const work = {
    run,
    step: step.id,
    checks: step.checks ?? none,
    whyNotRun: (check: Check) => whyNotRun(run, plan, check),
  }
  const rounds = { before: 1, after: step.attempt, final: plan.steps.reduce((sum, { attempt }) => sum + attempt, 0) }
  const { shared = false } = step
  return { ...work, name: step.id, rounds, shared, apart: shared ? workApart(run, step, work) : undefined }
}

/** The same on what the step changed alone, in the worktree that it last worked in. */
function workApart(
  run: Run,
  step: StepRun,
  work: Omit<CheckedWork, 'name' | 'rounds' | 'shared'>,
): CheckedWork | undefined {
  if (!step.captured || !hasWorktree(run, step)) return undefined
  const rounds = { before: 1, after: 1, final: 1 }
  return { ...work, name: `${step.id}/apart-${step.attempt}`, rounds, worktree: usedWorktree(step), shared: false }
}

/**
 * Why a check must not run. What a plan wants to run counts only if the user has seen the plan. Without that, only
 * commands run that the workspace's owner has named in the settings. Looking at files changes nothing.
 */
function whyNotRun(run: Run, plan: Plan, check: Check): string | undefined {
  if (check.kind === 'you') return hasPerson(run) ? undefined : 'there is nobody to ask'
  if (checksToAllow(run, [check]).length === 0) return undefined
  const isSeen = planSettings(run).approve && !run.settings.yes && !plan.copied
  if (isSeen) return undefined
  return givenChecks(run).some((given) => checkText(given) === checkText(check))
    ? undefined
    : 'nobody has approved it: approve the plan, give it with --check, or name the command in the setting checks.project'
}

/** Whether its checks prove that a step is done. */
export const isProvenStep = (run: Run, plan: Plan, step: StepRun): boolean =>
  isProven(judgedChecks(workOf(run, plan, step)))

/** Whether you said yes to a step that nothing else proves. */
export const isYourStep = (run: Run, plan: Plan, step: StepRun): boolean =>
  isYours(judgedChecks(workOf(run, plan, step)))

/** How the accepted steps came to be accepted. Undefined if there are none, and nobody asked for a check. */
export function planProof(run: Run, plan: Plan): Proof | undefined {
  const hasChecks = plan.steps.some(({ checks = [] }) => checks.length > 0)
  const accepted = plan.steps.filter(({ state, against }) => state === 'accepted' && !against)
  if (accepted.length === 0 && !hasChecks) return undefined
  const said = accepted.filter((step) => !isProvenStep(run, plan, step))
  const words = said.map((step) => (isYourStep(run, plan, step) ? USER : (step.reviewer ?? '')))
  return {
    proven: accepted.length - said.length,
    said: [...new Set(words)].map((by) => ({ by, steps: words.filter((word) => word === by).length })),
    ...(hasChecks && { checks: countChecks(seenIn(run, plan)) }),
  }
}

/** What the checks of accepted steps leave open. Their reviewers have read which tests were changed. */
export const unmetChecks = (run: Run, plan: Plan): Unmet | undefined => unmetIn(seenIn(run, plan), true)

const seenIn = (run: Run, plan: Plan): readonly Seen[] =>
  plan.steps.filter(({ dropped }) => !dropped).flatMap((step) => seenOf(workOf(run, plan, step)))

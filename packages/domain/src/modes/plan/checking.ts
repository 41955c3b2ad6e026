import { failedText } from '../../check/check-text.ts'
import { answeredByUser, askUser } from '../../checked-work/ask-user.ts'
import { effectsAt, failuresAt, refusedAt, unseenAt, type WorkMoment } from '../../checked-work/work.ts'
import type { Effect } from '../../effect/effect.ts'
import type { Fact } from '../../event/event.ts'
import type { Run, Session } from '../../state/session.ts'
import { MOST_REOPENS, outOfTries } from './bounds.ts'
import { openContest } from './candidate.ts'
import { isProvenStep, isYourStep, workOf } from './checks.ts'
import { type Deciding, tryAgainOrFail } from './decide.ts'
import { mergedChecks, mergedFailures } from './merged-checks.ts'
import { accepted, moveTo } from './move.ts'
import { isDone, type Plan, type StepRun } from './state.ts'
import { hasWorktree } from './worktree.ts'

/** The step's owner has reported, its changes are in, and Convene has not seen yet whether its checks pass. */
export const awaitsChecks = (run: Run, plan: Plan, step: StepRun): boolean =>
  !run.limit &&
  step.state === 'running' &&
  step.report !== null &&
  step.captured &&
  (unseenAt(workOf(run, plan, step), 'after').length > 0 || mergedChecks(run, plan, step).length > 0)

/** One check at a time, once nobody changes the files: half of another step's work would make it fail. */
export function checkOf(run: Run, plan: Plan): readonly Effect[] {
  const isQuiet = !plan.steps.some(
    (step) =>
      step.state === 'running' &&
      step.report === null &&
      !hasWorktree(run, step) &&
      !openContest(step) &&
      !run.pausedAgents.includes(step.owner),
  )
  const waiting = isQuiet ? plan.steps.filter((step) => awaitsChecks(run, plan, step)) : []
  const own = firstOf(run, plan, waiting, 'after')
  return own.length > 0 ? own : waiting.flatMap((step) => mergedChecks(run, plan, step)).slice(0, 1)
}

/** What passes before a step starts proves nothing later. */
export const checkBefore = (run: Run, plan: Plan, steps: readonly StepRun[]): readonly Effect[] =>
  firstOf(run, plan, steps, 'before')

function firstOf(run: Run, plan: Plan, steps: readonly StepRun[], moment: WorkMoment): readonly Effect[] {
  const [effect] = steps.flatMap((step) => effectsAt(workOf(run, plan, step), moment))
  return effect ? [effect] : []
}

/** Checks that must not run, as facts. Empty once each of them is recorded. */
export const refusedChecks = (run: Run, plan: Plan, step: StepRun, moment: WorkMoment): readonly Fact[] =>
  refusedAt(workOf(run, plan, step), moment)

/** A failing check sends the step back by itself, with the end of its output. Nobody has to notice it. */
export function sentBack(context: Deciding, step: StepRun, moment: WorkMoment): readonly Fact[] {
  const own = failuresAt(workOf(context.run, context.plan, step), moment)
  const [failure, ...others] = moment === 'after' ? [...own, ...mergedFailures(context.run, context.plan, step)] : own
  if (!failure) return []
  const more = others.length === 0 ? '' : `\n${others.length} more failed.`
  const reason = `${failedText({ ...failure, output: '' })}${more}`
  const mayRepeat = step.reopens < MOST_REOPENS && !outOfTries(context.plan, step)
  if (mayRepeat) return [moveTo(step, 'reopened', { reason: `${failedText(failure)}${more}` })]
  if (moment === 'final') return [moveTo(step, 'failed', { reason })]
  return tryAgainOrFail(context, step, { reason })
}

/** All work is done and reviewed: every check runs once more, on the files that are delivered. */
export function nextFinal(
  session: Session,
  run: Run,
  plan: Plan,
): { readonly facts: readonly Fact[]; readonly effects: readonly Effect[]; readonly waits: boolean } {
  const none = { facts: [], effects: [], waits: false }
  if (run.limit || plan.closing) return none
  const steps = plan.steps.filter(isDone)
  const refused = steps.flatMap((step) => [
    ...refusedChecks(run, plan, step, 'final'),
    ...answeredByUser(session, workOf(run, plan, step)),
  ])
  if (refused.length > 0) return { ...none, facts: refused }
  const effects = firstOf(run, plan, steps, 'final')
  if (effects.length > 0) return { ...none, effects }
  const asked = steps.flatMap((step) => askUser(session, workOf(run, plan, step)))
  if (asked.length > 0) return { ...none, facts: asked }
  if (steps.some((step) => unseenAt(workOf(run, plan, step), 'final').length > 0)) return { ...none, waits: true }
  const facts = steps.flatMap((step) => judgedFinally({ session, run, plan }, step))
  return { ...none, facts }
}

/** A step that no review could read is accepted if its checks prove it, or you say yes. */
function judgedFinally(context: Deciding, step: StepRun): readonly Fact[] {
  const back = sentBack(context, step, 'final')
  if (back.length > 0) return back
  const { run, plan } = context
  const isShown = isProvenStep(run, plan, step) || isYourStep(run, plan, step)
  return step.state === 'finished' && isShown ? [accepted(run, step)] : []
}

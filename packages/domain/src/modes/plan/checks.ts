import type { Check, CheckResult, Moment } from '../../check/check.ts'
import { isProven, type Judged, judgeCheck, type Seen } from '../../check/proof.ts'
import { placeOfCheck } from '../../effect/check-effect.ts'
import type { CheckEffect } from '../../effect/effect.ts'
import type { Proof } from '../../event/end-facts.ts'
import { type Fact, fact } from '../../event/event.ts'
import { hasPerson } from '../../mode/gate.ts'
import type { EffectKey } from '../../shared/ids.ts'
import { type Run, seatName } from '../../state/session.ts'
import { planSettings } from './settings.ts'
import type { Plan, StepRun } from './state.ts'

const TIMEOUT_MS = 600_000

/** One check of a step at one moment: the key of its effect, and what was seen, if it has run. */
type Due = {
  readonly check: Check
  readonly key: EffectKey
  readonly moment: Moment
  readonly seen: CheckResult | undefined
}

/** Before the work there is nothing to ask you, and a step's own changes are compared once, when it has reported. */
const asks: { readonly [moment in Moment]: (check: Check) => boolean } = {
  before: ({ kind }) => kind !== 'you',
  after: ({ kind }) => kind !== 'you',
  final: ({ kind }) => kind !== 'change',
}

/** A step's checks at a moment. Each attempt is checked again, and so are the final files after any other attempt. */
export function checksAt(run: Run, plan: Plan, step: StepRun, moment: Moment): readonly Due[] {
  const attempts = plan.steps.reduce((sum, { attempt }) => sum + attempt, 0)
  const round = { before: 1, after: step.attempt, final: attempts }[moment]
  return (step.checks ?? []).flatMap((check, index) => {
    if (!asks[moment](check)) return []
    const key = `${run.number}/${step.id}/check-${moment}${round}.${index + 1}` as EffectKey
    return [{ check, key, moment, seen: run.checks?.find(({ effect }) => effect === key) }]
  })
}

/** The same without those that have run. Before the work, only those that may run count. */
export const unseenAt = (run: Run, plan: Plan, step: StepRun, moment: Moment): readonly Due[] =>
  checksAt(run, plan, step, moment).filter(
    ({ seen, check }) => !seen && (moment !== 'before' || whyNotRun(run, plan, check) === undefined),
  )

/** The effect that runs a check. */
export const effectOf = (run: Run, step: StepRun, { check, key, moment }: Due): CheckEffect => ({
  kind: 'check',
  key,
  run: run.number,
  check,
  moment,
  since: `${run.number}-${step.id}`,
  ...(step.shared && { shared: true }),
  step: step.id,
  timeoutMs: TIMEOUT_MS,
})

/**
 * Why a check must not run. What a plan wants to run counts only if the user has seen the plan. Without that, only
 * commands run that the workspace's owner has named in the settings. Looking at files changes nothing.
 */
export function whyNotRun(run: Run, plan: Plan, check: Check): string | undefined {
  if (check.kind === 'file' || check.kind === 'change') return undefined
  if (check.kind === 'you') return hasPerson(run) ? undefined : 'there is nobody to ask'
  const isSeen = planSettings(run).approve && !run.settings.yes && !plan.copied
  if (isSeen) return undefined
  const isNamed = check.kind === 'command' && run.settings.checks?.project.includes(check.run) && !check.network
  return isNamed
    ? undefined
    : 'nobody has approved it: approve the plan, or name the command in the setting checks.project'
}

/** A check that must not run is recorded as such, so that everybody sees it. */
export const notRun = (run: Run, step: StepRun, { check, key, moment }: Due, reason: string): Fact =>
  fact(
    'check.finished',
    { effect: key, check, moment, outcome: 'not_run', reason, ms: 0 },
    placeOfCheck({ run: run.number, step: step.id }),
  )

/** Failures that the step has to answer for. A guard that failed before says nothing about the step. */
export function failuresAt(run: Run, plan: Plan, step: StepRun, moment: Moment): readonly CheckResult[] {
  const before = checksAt(run, plan, step, 'before')
  const failedBefore = ({ check }: Due) => before.find((one) => one.check === check)?.seen?.outcome !== 'passed'
  return checksAt(run, plan, step, moment).flatMap((due) => {
    const isExcused = due.check.kind === 'command' && due.check.guard && failedBefore(due)
    return due.seen?.outcome === 'failed' && !isExcused ? [due.seen] : []
  })
}

/** What each of a step's checks says about it. */
export function judgedChecks(run: Run, plan: Plan, step: StepRun): readonly Judged[] {
  return seenOf(run, plan, step).map(judgeCheck)
}

/** The same for a reviewer, who comes before the final files are checked. */
export const judgedSoFar = (run: Run, plan: Plan, step: StepRun): readonly Judged[] =>
  seenOf(run, plan, step)
    .filter(({ after }) => after !== undefined)
    .map((seen) => judgeCheck({ ...seen, final: seen.after }))

/** What Convene saw of each of a step's checks, at each moment. */
export function seenOf(run: Run, plan: Plan, step: StepRun): readonly Seen[] {
  const at = (moment: Moment, check: Check) =>
    checksAt(run, plan, step, moment).find((due) => due.check === check)?.seen
  const shared = step.shared ?? false
  return (step.checks ?? []).map((check) => ({
    check,
    before: at('before', check),
    after: at('after', check),
    final: at('final', check),
    shared,
  }))
}

/** Whether its checks prove that a step is done. */
export const isProvenStep = (run: Run, plan: Plan, step: StepRun): boolean => isProven(judgedChecks(run, plan, step))

/** How the accepted steps came to be accepted. Undefined if nobody asked for a check. */
export function proofOf(run: Run, plan: Plan): Proof | undefined {
  if (!plan.steps.some(({ checks = [] }) => checks.length > 0)) return undefined
  const accepted = plan.steps.filter(({ state, against }) => state === 'accepted' && !against)
  const said = accepted.filter((step) => !isProvenStep(run, plan, step))
  const reviewers = [...new Set(said.map(({ reviewer = '' }) => reviewer))]
  return {
    proven: accepted.length - said.length,
    said: reviewers.map((by) => ({ by, steps: said.filter(({ reviewer = '' }) => reviewer === by).length })),
  }
}

/** `2 proven · 1 on Reviewer's word`. */
export function proofText(run: Run, { proven, said }: Proof): string {
  const words = said.map(
    ({ by, steps }) => `${steps} ${by === '' ? 'without review' : `on ${seatName(run, by)}'s word`}`,
  )
  return [`${proven} proven`, ...words].join(' · ')
}

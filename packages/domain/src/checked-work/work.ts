import type { Check, CheckResult, Moment } from '../check/check.ts'
import { isExcused, type Judged, judgeCheck, type Seen } from '../check/proof.ts'
import { placeOfCheck } from '../effect/check-effect.ts'
import type { CheckEffect } from '../effect/effect.ts'
import { type Fact, fact } from '../event/event.ts'
import type { EffectKey } from '../shared/ids.ts'
import type { Run } from '../state/session.ts'

const TIMEOUT_MS = 600_000

/** What only looks belongs to no work. */
export type WorkMoment = Exclude<Moment, 'experiment' | 'resolution'>

/** Work with checks: a step of a plan, or a whole run. */
export type CheckedWork = {
  readonly run: Pick<Run, 'number' | 'checks' | 'checkAnswers'>
  /** The name in its keys, and of its state of the files: `s1`. */
  readonly name: string
  /** The step it is, if it is not the whole run. */
  readonly step?: string
  readonly checks: readonly Check[]
  /** How often its files may have changed until then: after each change, every check runs again. */
  readonly rounds: { readonly [moment in WorkMoment]: number }
  /** The name of the state that it began with, and its worktree, if they are not those of its name. */
  readonly began?: string
  readonly worktree?: string
  /** Others changed the same files at the same time. */
  readonly shared: boolean
  /** The same work on the files that only it has changed. */
  readonly apart?: CheckedWork | undefined
  /** Why a check must not run. */
  whyNotRun(check: Check): string | undefined
}

/** One check at one moment: the key of its effect, and what was seen, if it has run. */
export type Due = {
  readonly check: Check
  readonly key: EffectKey
  readonly moment: WorkMoment
  readonly seen: CheckResult | undefined
}

/** The checks of this work that are asked at a moment. Before the work, only those that may run. */
export function dueAt(work: CheckedWork, moment: WorkMoment): readonly Due[] {
  const { run, name, checks, rounds } = work
  return checks.flatMap((check, index) => {
    const key = `${run.number}/${name}/check-${moment}${rounds[moment]}.${index + 1}` as EffectKey
    const seen = run.checks?.find(({ effect }) => effect === key)
    return isAsked(work, check, moment) ? [{ check, key, moment, seen }] : []
  })
}

/** Before the work there is nothing to ask you. A step's own changes are compared once, when it is reported. */
function isAsked({ step, whyNotRun }: CheckedWork, check: Check, moment: WorkMoment): boolean {
  if (moment === 'final') return check.kind !== 'change' || step === undefined
  return check.kind !== 'you' && (moment === 'after' || whyNotRun(check) === undefined)
}

export const unseenAt = (work: CheckedWork, moment: WorkMoment): readonly Due[] =>
  dueAt(work, moment).filter(({ seen }) => !seen)

/** Checks that run by themselves and have not. One at a time is enough: each works on a copy of all files. */
export const effectsAt = (work: CheckedWork, moment: WorkMoment): readonly CheckEffect[] =>
  unseenAt(work, moment)
    .filter(({ check }) => check.kind !== 'you')
    .map((due) => effectOf(work, due))

function effectOf(work: CheckedWork, { check, key, moment }: Due): CheckEffect {
  // What it changed can only be seen where nobody else has changed anything.
  const { run, name, step, began = name, worktree, shared } = check.kind === 'change' ? (work.apart ?? work) : work
  return {
    kind: 'check',
    key,
    run: run.number,
    check,
    moment,
    since: `${run.number}-${began}`,
    ...(worktree !== undefined && { worktree }),
    ...(shared && { shared: true }),
    ...(step !== undefined && { step }),
    timeoutMs: TIMEOUT_MS,
  }
}

/** Checks that must not run, as facts, so that everybody sees it. Empty once each of them is recorded. */
export const refusedAt = (work: CheckedWork, moment: WorkMoment): readonly Fact[] =>
  unseenAt(work, moment).flatMap((due) => {
    const why = work.whyNotRun(due.check)
    return why === undefined ? [] : [workEnd(work, due, { outcome: 'not_run', reason: why })]
  })

/** The end of a check that ran nothing. */
export const workEnd = (
  { run, step }: CheckedWork,
  { check, key: effect, moment }: Due,
  seen: Pick<CheckResult, 'outcome' | 'reason'>,
): Fact => fact('check.finished', { effect, check, moment, ...seen, ms: 0 }, placeOfCheck({ run: run.number, step }))

/** Failures that the work caused or had to fix. */
export const failuresAt = (work: CheckedWork, moment: WorkMoment): readonly CheckResult[] =>
  dueAt(work, moment).flatMap(({ check, seen }) =>
    seen?.outcome === 'failed' && !isExcused({ check, before: seenAt(work, 'before', check) }) ? [seen] : [],
  )

const seenAt = (work: CheckedWork, moment: WorkMoment, check: Check): CheckResult | undefined =>
  dueAt(work, moment).find((due) => due.check === check)?.seen

/** What Convene saw of each check, at each moment. */
export const seenOf = (work: CheckedWork): readonly Seen[] => {
  const tree = dueAt(work, 'final').findLast(({ seen }) => seen?.tree !== undefined)?.seen?.tree
  return work.checks.map((check, index) => {
    const final = seenAt(work, 'final', check)
    const newest = newestOf(work, index)
    const after = work.step === undefined ? newest : seenAt(work, 'after', check)
    return {
      check,
      before: seenAt(work, 'before', check),
      after,
      final,
      ...(!after && !final && newest && { earlier: newest }),
      shared: work.shared && !isOwn(work, check),
      ...(final?.tree !== undefined && final.tree !== tree && { moved: true }),
    }
  })
}

/** What makes it pass is this work alone, whatever others did. */
function isOwn({ apart }: CheckedWork, check: Check): boolean {
  const [before, after] = apart ? [seenAt(apart, 'before', check), seenAt(apart, 'after', check)] : []
  return before?.outcome === 'failed' && after?.outcome === 'passed' && after.tampered === undefined
}

/** The newest result of a check after any work, on whatever files. */
const newestOf = ({ run, name }: CheckedWork, index: number): CheckResult | undefined =>
  run.checks?.findLast(
    ({ effect, moment }) =>
      moment !== 'before' && effect.startsWith(`${run.number}/${name}/check-`) && effect.endsWith(`.${index + 1}`),
  )

/** What each check says about the work. */
export const judgedChecks = (work: CheckedWork): readonly Judged[] => seenOf(work).map(judgeCheck)

/** The same before the final files are checked, for reviewers and judges. */
export const judgedSoFar = (work: CheckedWork): readonly Judged[] =>
  seenOf(work)
    .filter(({ after }) => after !== undefined)
    .map((seen) => judgeCheck({ ...seen, final: seen.after }))

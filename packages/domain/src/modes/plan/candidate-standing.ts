import { isExcused, lackOf, type Seen } from '../../check/proof.ts'
import { type CheckedWork, dueAt, effectsAt, seenOf } from '../../checked-work/work.ts'
import type { CheckEffect } from '../../effect/effect.ts'
import type { CandidateStanding } from '../../event/candidate-facts.ts'
import type { Run } from '../../state/session.ts'
import { type Candidate, type Contest, openContest } from './candidate.ts'
import { workOf } from './checks.ts'
import type { Plan, StepRun } from './state.ts'

/** The step's checks on the files of one candidate. */
function workOn(run: Run, plan: Plan, step: StepRun, { name, worktree }: Candidate): CheckedWork {
  const work = workOf(run, plan, step)
  const key = `${step.id}/candidate-${step.attempt}-${name}`
  return { ...work, name: key, began: step.id, worktree, shared: false, rounds: { before: 1, after: 1, final: 1 } }
}

/** Its checks that run by themselves and have not run yet. */
export const unseenOf = (run: Run, plan: Plan, step: StepRun, candidate: Candidate): readonly CheckEffect[] => {
  const work = workOn(run, plan, step, candidate)
  return effectsAt(work, 'after').filter(({ check }) => work.whyNotRun(check) === undefined)
}

/** What its checks have shown, compared with how they were before the step. */
export function seenBy(run: Run, plan: Plan, step: StepRun, candidate: Candidate): readonly Seen[] {
  const before = seenOf(workOf(run, plan, step))
  const work = workOn(run, plan, step, candidate)
  return dueAt(work, 'after').flatMap(({ check, seen }) =>
    seen ? [{ check, before: before.find((one) => one.check === check)?.before, after: seen, final: seen }] : [],
  )
}

const WORST = ['failed', 'not_run', 'changed'] as const

/** 0: something fails. The more, the better. Nobody's word makes up for a check that fails. */
export function gradeOf(seen: readonly Seen[]): number {
  const lacks = seen.map(lackOf)
  const worst = WORST.findIndex((lack) => lacks.includes(lack))
  return worst === -1 ? WORST.length : worst
}

/** Failures that the step has to fix. */
export const failuresIn = (seen: readonly Seen[]): readonly Seen[] =>
  seen.filter((one) => one.after?.outcome === 'failed' && !isExcused(one))

export const isAlive = ({ built, out }: Candidate): boolean => built !== null && out === null

export function standingsOf(run: Run, plan: Plan, step: StepRun, contest: Contest): readonly CandidateStanding[] {
  return contest.candidates.map((candidate) => {
    const seen = seenBy(run, plan, step, candidate)
    return {
      candidate: candidate.name,
      agent: candidate.agent,
      passed: seen.filter((one) => lackOf(one) === undefined).length,
      checks: seen.length,
      votes: contest.judged.filter(({ prefers }) => prefers === candidate.name).length,
    }
  })
}

/** The next check on any candidate's files: one at a time, and one that runs is not stopped for another. */
export function checkOfCandidate(
  run: Run,
  plan: Plan,
  started: { readonly [key: string]: unknown },
): readonly CheckEffect[] {
  if (run.limit) return []
  const due = plan.steps
    .filter(({ state }) => state === 'running')
    .flatMap((step) =>
      (openContest(step)?.candidates ?? []).filter(isAlive).flatMap((one) => unseenOf(run, plan, step, one)),
    )
  const next = due.find(({ key }) => key in started) ?? due[0]
  return next ? [next] : []
}

import { voters } from '../../decision/propose.ts'
import type { Run } from '../../state/session.ts'
import type { Plan, StepRun } from './state.ts'

/** How often a step may be put to a vote. */
const MOST_BLOCKS = 3
/** How often a step may be offered to another member, whether they accept, decline or do not exist. */
export const MOST_HANDOFFS = 3
/** How often a step's author may bring both sides of a conflict together before the team decides. */
export const MOST_MERGES = 2
/** How often a review may send a step back before the team decides. */
export const MOST_REOPENS = 2
/** How many attempts at a step may fail, for any reason. */
const MOST_SETBACKS = 5
/** The same for a plan that gets nowhere. Each finished step allows one more. */
const MOST_FRUITLESS = 6
/** Consecutive votes without progress on any step. */
const MOST_VOTES = 3

/** Why a step is not tried again. Undefined if it may be. Counted by code, so no model's answer can keep it going. */
export function outOfTries(plan: Plan, step: StepRun): string | undefined {
  const tries = step.setbacks + 1
  if (step.setbacks >= MOST_SETBACKS) return `it was tried ${tries} times`
  const allowed = MOST_FRUITLESS + plan.steps.filter(({ wasDone }) => wasDone).length
  return plan.setbacks >= allowed ? `the plan's last ${plan.setbacks + 1} attempts failed` : undefined
}

/** What a step is put to a vote for. */
export type About = 'blocked' | 'failed' | 'budget' | 'review' | 'conflict'

/** Votes in which the team can take the work as it is. */
const accepting: readonly About[] = ['budget', 'review', 'conflict']

/** Who cannot vote on this step: nobody helps to accept their own work. */
export const barredFrom = (about: About, { owner, lockedOut }: StepRun): readonly string[] =>
  accepting.includes(about) ? [...new Set([owner, ...lockedOut])] : []

/** Who votes on how to continue this step. */
export function votersOn(run: Run, about: About, step: StepRun): readonly string[] {
  const barred = barredFrom(about, step)
  return voters(run).filter((voter) => !barred.includes(voter))
}

/** Whether the team can still decide how to continue this step. */
export const mayDecide = (run: Run, plan: Plan, step: StepRun, about: About): boolean =>
  !run.limit &&
  step.blocks < MOST_BLOCKS &&
  plan.votes < MOST_VOTES &&
  votersOn(run, about, step).length > 0 &&
  outOfTries(plan, step) === undefined

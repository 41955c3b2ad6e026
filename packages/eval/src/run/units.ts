import type { ArmName } from '../comparison/arm.ts'
import type { EvalPlan } from '../comparison/eval-plan.ts'
import type { EvalQuestion } from '../comparison/question.ts'
import { NOMINAL_SAMPLES } from '../comparison/self-consistency.ts'

/** One run in one session: a sample of the single model, a panel, or one judgement. */
export type EvalUnit = {
  readonly key: string
  readonly kind: 'sample' | 'two-first' | 'panel' | 'judge'
  readonly question: EvalQuestion
  /** For a judge: whose answers it sees, in this order. */
  readonly pair?: readonly [string, string]
}

export const sampleKey = ({ id }: EvalQuestion, index: number): string => `sample ${index} ${id}`
export const teamKey = (arm: 'two-first' | 'panel', { id }: EvalQuestion): string => `${arm} ${id}`
export const judgeKey = ({ id }: EvalQuestion, [first, second]: readonly [string, string]): string =>
  `judge ${first} ${second} ${id}`

/**
 * What has to run for a question. The single arm is the first sample of self-consistency, so it is not paid for twice.
 */
export function unitsFor(arms: readonly ArmName[], question: EvalQuestion, samples: number): readonly EvalUnit[] {
  const count = arms.includes('self-consistency') ? samples : arms.includes('single') ? 1 : 0
  const teams = (['two-first', 'panel'] as const).filter((arm) => arms.includes(arm))
  return [
    ...Array.from(
      { length: count },
      (_, index): EvalUnit => ({ key: sampleKey(question, index), kind: 'sample', question }),
    ),
    ...teams.map((arm): EvalUnit => ({ key: teamKey(arm, question), kind: arm, question })),
  ]
}

/** The arms whose answers a judge or the user compares: each one with the first. */
export function pairsOf({
  arms,
  recorded,
}: Pick<EvalPlan, 'arms' | 'recorded'>): readonly (readonly [string, string])[] {
  const [first = '', ...others] = [...arms, ...Object.keys(recorded)]
  return others.map((other) => [first, other] as const)
}

/** Samples of self-consistency per question, until the pilot says how many. */
export const samplesIn = (sized: number | undefined): number => sized ?? NOMINAL_SAMPLES

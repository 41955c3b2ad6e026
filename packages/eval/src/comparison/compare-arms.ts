import type { ArmAnswer } from './arm.ts'
import { isRightAnswer } from './grade.ts'
import type { EvalQuestion } from './question.ts'
import { COST_MARGIN, costDifference } from './self-consistency.ts'
import {
  differenceInterval,
  type Interval,
  mean,
  type Needed,
  questionsNeeded,
  signTest,
  smallestVisible,
} from './statistics.ts'

/** Which of two arms answered a question better, according to a judge or the user. Null is a tie. */
export type Pairwise = {
  readonly question: string
  readonly first: string
  readonly second: string
  readonly better: string | null
}

/** Two arms on the questions both have answered. */
export type ArmComparison = {
  readonly arm: string
  readonly against: string
  readonly questions: number
  readonly wins: number
  readonly losses: number
  readonly ties: number
  /** In accuracy or wins, from −1 to 1. */
  readonly difference: number
  readonly interval: Interval
  /** The exact sign test. */
  readonly p: number
  readonly verdict: 'better' | 'worse' | 'cannot tell'
  readonly needed: Needed
  readonly smallestVisible: number
  /** How much more `arm` costs per question: 0.2 is 20 % more. Null if `against` cost nothing. */
  readonly costDifference: number | null
  readonly isEqualCost: boolean
}

const SURE = 0.05

type Pair = { readonly arm: string; readonly against: string; readonly answers: readonly ArmAnswer[] }

/** Compares two arms question by question. */
export function compareArms(
  questions: readonly EvalQuestion[],
  pair: Pair,
  pairwise: readonly Pairwise[],
): ArmComparison {
  const answerTo = (name: string, { id }: EvalQuestion) =>
    pair.answers.find(({ arm, question, failed }) => arm === name && question === id && failed === undefined)
  const both = questions.flatMap((question) => {
    const arm = answerTo(pair.arm, question)
    const against = answerTo(pair.against, question)
    const difference = arm && against && differenceOn(question, { arm, against }, pairwise)
    return arm === undefined || against === undefined || difference === undefined ? [] : [{ arm, against, difference }]
  })
  const differences = both.map(({ difference }) => difference)
  const count = (sign: number) => differences.filter((each) => Math.sign(each) === sign).length
  const [wins, losses] = [count(1), count(-1)]
  const interval = differenceInterval(differences)
  const p = signTest(wins, losses)
  const isSure = (interval.low > 0 || interval.high < 0) && p < SURE
  const costs = costDifference(
    both.map(({ against }) => against),
    both.map(({ arm }) => arm),
  )
  return {
    arm: pair.arm,
    against: pair.against,
    questions: both.length,
    wins,
    losses,
    ties: both.length - wins - losses,
    difference: mean(differences),
    interval,
    p,
    verdict: isSure ? (wins > losses ? 'better' : 'worse') : 'cannot tell',
    needed: questionsNeeded(differences),
    smallestVisible: smallestVisible(differences),
    costDifference: costs,
    isEqualCost: costs !== null && Math.abs(costs) <= COST_MARGIN,
  }
}

/** 1 if the arm was better on this question, −1 if it was worse. Undefined if nobody has judged it. */
function differenceOn(
  question: EvalQuestion,
  { arm, against }: { readonly arm: ArmAnswer; readonly against: ArmAnswer },
  pairwise: readonly Pairwise[],
): number | undefined {
  const right = isRightAnswer(question, arm.said)
  if (right !== undefined) return Number(right) - Number(isRightAnswer(question, against.said))
  const verdict = pairwise.find(
    ({ question: id, first, second }) =>
      id === question.id && [first, second].includes(arm.arm) && [first, second].includes(against.arm),
  )
  if (!verdict) return undefined
  return verdict.better === null ? 0 : verdict.better === arm.arm ? 1 : -1
}

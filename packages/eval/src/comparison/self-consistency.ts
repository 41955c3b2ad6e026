import { hashNumber, randomFrom } from '@convene/domain'
import { type ArmAnswer, type ArmReply, type Cost, sumCosts, weigherOf } from './arm.ts'
import { votedFor } from './grade.ts'
import type { EvalQuestion } from './question.ts'
import { mean } from './statistics.ts'

/** Several samples of one model as one answer: the most frequent one. Ties are broken at random, but reproducibly. */
export function combineSamples(question: EvalQuestion, samples: readonly ArmReply[]): ArmReply {
  const read = samples.flatMap((sample) => (sample.said === null ? [] : [{ ...sample, said: sample.said }]))
  const counts = new Map<string, number>()
  for (const { said } of read) counts.set(votedFor(question, said), (counts.get(votedFor(question, said)) ?? 0) + 1)
  const most = Math.max(0, ...counts.values())
  const tied = [...counts].filter(([, count]) => count === most).map(([answer]) => answer)
  const random = randomFrom(hashNumber(question.id))
  const winner = tied[Math.floor(random() * tied.length)]
  const chosen = read.find(({ said }) => votedFor(question, said) === winner)
  const failed = samples.find((sample) => sample.failed !== undefined)?.failed
  return {
    text: chosen?.text ?? samples[0]?.text ?? '',
    said: chosen?.said ?? null,
    probability: chosen ? most / samples.length : null,
    ballots: samples.flatMap(({ ballots }, index) =>
      ballots.map((ballot) => ({ ...ballot, voter: `${ballot.model} #${index + 1}` })),
    ),
    cost: sumCosts(samples.map(({ cost }) => cost)),
    ms: Math.max(0, ...samples.map(({ ms }) => ms)),
    ...(failed !== undefined && { failed }),
  }
}

/** How many questions run at nominal size before the size for the others is set. */
export const PILOT = 5
/** Samples per question before the costs are known. */
export const NOMINAL_SAMPLES = 3
const MOST_SAMPLES = 40

/** How many samples cost as much as one answer by the costliest other arm. Null if the pilot had no costs. */
export function samplesAtEqualCost(samples: readonly Cost[], others: readonly (readonly Cost[])[]): number | null {
  const weigh = weigherOf([...samples, ...others.flat()])
  const each = mean(samples.map(weigh))
  const target = Math.max(0, ...others.map((costs) => mean(costs.map(weigh))))
  if (each <= 0 || target <= 0) return null
  return Math.min(MOST_SAMPLES, Math.max(1, Math.round(target / each)))
}

/** The cost difference above which arms no longer count as equally expensive. */
export const COST_MARGIN = 0.15

/** How much more `b` costs than `a` per question: 0.2 is 20 %. */
export function costDifference(a: readonly ArmAnswer[], b: readonly ArmAnswer[]): number | null {
  const weigh = weigherOf([...a, ...b].map(({ cost }) => cost))
  const [one, other] = [mean(a.map(({ cost }) => weigh(cost))), mean(b.map(({ cost }) => weigh(cost)))]
  return one > 0 ? other / one - 1 : null
}

import { describe, expect, test } from 'vitest'
import type { Estimate } from '../event/run-settings.ts'
import { randomFrom } from '../team/draw-models.ts'
import { type FinishedRun, inLightOf, pastRunsOf } from './finished-runs.ts'

const amounts = { calls: 10, input: 1_000, output: 1_000, costUsd: 1, minutes: 10 }
const first: Estimate = { ...amounts, least: { ...amounts, minutes: 8 }, most: { ...amounts, minutes: 12 } }
const none = { maxDuration: null, maxCostUsd: null }

const ran = (minutes: number, estimate: Estimate = first, costUsd: number | null = 1): FinishedRun => ({
  mode: 'plan',
  seats: 3,
  minutes,
  costUsd,
  estimate,
})

/** Numbers around zero whose spread is one, as errors of estimates have. */
function normal(random: () => number): number {
  const radius = Math.sqrt(-2 * Math.log(Math.max(random(), 1e-12)))
  return radius * Math.cos(2 * Math.PI * random())
}

describe('the range before a run', () => {
  test.each([1, 2, 3])('learned from finished runs is right as often as it says (seed %i)', (seed) => {
    const random = randomFrom(seed * 7_919)
    let [right, all] = [0, 0]
    for (let user = 0; user < 60; user++) {
      const [bias, spread] = [Math.exp(normal(random)), 0.2 + random() * 0.8]
      let history: readonly FinishedRun[] = []
      for (let run = 0; run < 40; run++) {
        const shown = inLightOf(first, pastRunsOf(history), none)
        const minutes = 10 * bias * Math.exp(spread * normal(random))
        if (shown.learned) {
          all += 1
          right += Number(minutes >= (shown.least?.minutes ?? 0) && minutes <= (shown.most?.minutes ?? 0))
        }
        history = [ran(minutes, shown), ...history]
      }
    }
    expect(right / all).toBeGreaterThan(0.75)
    expect(right / all).toBeLessThan(0.85)
  })

  test('stays what it was until there are five such runs', () => {
    expect(pastRunsOf([ran(5), ran(6), ran(7), ran(8)])).toBeUndefined()
    expect(inLightOf(first, undefined, none)).toEqual(first)
  })

  test('says how often the ranges shown before were right', () => {
    expect(pastRunsOf([ran(9), ran(10), ran(11), ran(30), ran(2)])).toMatchObject({ runs: 5, right: 3 })
  })

  test('is not learned from what was learned before', () => {
    const past = pastRunsOf([10, 20, 20, 20, 40].map((minutes) => ran(minutes)))
    const shown = inLightOf(first, past, none)
    expect(shown.minutes).toBeCloseTo(20)
    const again = pastRunsOf([10, 20, 20, 20, 40].map((minutes) => ran(minutes, shown)))
    expect(again?.minutes).toEqual(past?.minutes)
  })

  test('does not go beyond the limits of the run', () => {
    const past = pastRunsOf([100, 200, 300, 400, 500].map((minutes) => ran(minutes)))
    expect(inLightOf(first, past, { maxDuration: 60, maxCostUsd: null }).most?.minutes).toBe(60)
  })

  test('has no cost if no price was known', () => {
    const past = pastRunsOf([9, 9, 10, 11, 11].map((minutes) => ran(minutes, first, null)))
    expect(past?.costUsd).toBeUndefined()
    expect(inLightOf({ ...first, costUsd: null }, past, none).costUsd).toBeNull()
  })
})

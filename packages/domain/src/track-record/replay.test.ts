import { describe, expect, test } from 'vitest'
import { meanOf, type Resolved, replay, shuffled } from './replay.ts'

/** Decisions of a made-up team whose seats are right with these probabilities. */
function generated(decisions: number, accuracy: readonly number[], seed = 7): readonly Resolved[] {
  const dice = shuffled(
    Array.from({ length: 100_003 }, (_, index) => index / 100_003),
    seed,
  )
  let thrown = 0
  const chance = () => dice[thrown++ % dice.length] ?? 0
  return Array.from({ length: decisions }, () => ({
    topic: 'general',
    options: 4,
    truth: 'A',
    ballots: accuracy.map((share, seat) => ({
      voter: `seat ${seat}`,
      model: `seat ${seat}`,
      option: chance() < share ? 'A' : (['B', 'C', 'D'][Math.floor(chance() * 3)] ?? 'B'),
      confidence: null,
    })),
  }))
}

describe('a replay from a cold start', () => {
  test('beats a simple majority if one seat is much better than the others', () => {
    const { accuracy, majority } = replay(generated(1_500, [0.9, 0.5, 0.5]))
    expect(accuracy).toBeGreaterThan(majority.accuracy + 0.04)
  })

  test('is no worse than a simple majority if all seats are alike', () => {
    const { accuracy, majority } = replay(generated(1_500, [0.7, 0.7, 0.7]))
    expect(accuracy).toBeGreaterThan(majority.accuracy - 0.01)
  })

  test('gives well-calibrated probabilities', () => {
    const results = [1, 2, 3].map((seed) => replay(generated(1_500, [0.8, 0.7, 0.6], seed)))
    expect(meanOf(results).ece).toBeLessThan(0.04)
  })

  test('counts undecided cases as half right, for both rules', () => {
    const [first] = generated(1, [1, 1])
    const split = { ...first, ballots: first?.ballots.map((each, seat) => ({ ...each, option: 'AB'[seat] ?? '' })) }
    expect(replay([split as Resolved])).toMatchObject({ accuracy: 0.5, majority: { accuracy: 0.5 }, undecided: 1 })
  })

  test('of no cases has no NaN', () => {
    expect(replay([])).toMatchObject({ decisions: 0, accuracy: 0, brier: 0, ece: 0 })
  })
})

test('a shuffle is the same for the same seed, and keeps all cases', () => {
  const cases = generated(50, [0.5])
  expect(shuffled(cases, 3)).toEqual(shuffled(cases, 3))
  expect(shuffled(cases, 3)).not.toEqual(shuffled(cases, 4))
  expect(new Set(shuffled(cases, 3))).toEqual(new Set(cases))
})

import { describe, expect, test } from 'vitest'
import { type ResolvedVote, replayVotes, scoreOf, scoresByAge, shuffledCases } from './replay-votes.ts'
import { countingRule } from './rules.ts'

const OPTIONS = ['A', 'B', 'C', 'D']

/** Decisions of a made-up team whose seats are right with these probabilities. */
function generated(decisions: number, accuracy: readonly number[], seed = 7): readonly ResolvedVote[] {
  const dice = shuffledCases(
    Array.from({ length: 100_003 }, (_, index) => index / 100_003),
    seed,
  )
  let thrown = 0
  const chance = () => dice[thrown++ % dice.length] ?? 0
  return Array.from({ length: decisions }, () => {
    const truth = OPTIONS[Math.floor(chance() * 4)] ?? 'A'
    const wrong = OPTIONS.filter((option) => option !== truth)
    return {
      topic: 'general',
      options: OPTIONS,
      truth,
      ballots: accuracy.map((share, seat) => ({
        voter: `seat ${seat}`,
        model: `maker${seat}/model`,
        option: chance() < share ? truth : (wrong[Math.floor(chance() * 3)] ?? 'A'),
        confidence: null,
      })),
    }
  })
}

const vote = (truth: string, ...options: readonly string[]): ResolvedVote => ({
  topic: 'general',
  options: OPTIONS,
  truth,
  ballots: options.map((option, seat) => ({ voter: `${seat}`, model: `maker${seat}/model`, option, confidence: null })),
})

const replay = (cases: readonly ResolvedVote[]) => replayVotes(cases, countingRule)

describe('from a cold start, the rule', () => {
  test('beats a simple majority if one seat is much better than the others', () => {
    const { right, majority } = scoreOf(replay(generated(1_500, [0.9, 0.5, 0.5])))
    expect(right).toBeGreaterThan(majority + 0.04)
  })

  test('is no worse than a simple majority if all seats are alike', () => {
    const { right, majority } = scoreOf(replay(generated(1_500, [0.7, 0.7, 0.7])))
    expect(right).toBeGreaterThan(majority - 0.01)
  })

  test('states probabilities that come true', () => {
    const rows = [1, 2, 3].flatMap((seed) => replay(generated(1_500, [0.8, 0.7, 0.6], seed)))
    expect(scoreOf(rows).calibrationError).toBeLessThan(0.04)
  })
})

describe('a score', () => {
  test('counts a tie of k options as a toss, and what was said of it for both of its ends', () => {
    const [row, ...more] = replayVotes([vote('A', 'A', 'B')], countingRule)
    expect([row?.tied, row?.right, more]).toEqual([['A', 'B'], 0.5, []])
    const { right, majority, brier } = scoreOf(row ? [row] : [])
    const p = row?.probability ?? 0
    expect([right, majority]).toEqual([0.5, 0.5])
    expect(brier).toBeCloseTo(0.5 * (1 - p) ** 2 + 0.5 * p ** 2)
  })

  test('counts a truth that nobody voted for as wrong', () => {
    expect(scoreOf(replayVotes([vote('D', 'A', 'A', 'B')], countingRule))).toMatchObject({ right: 0, majority: 0 })
  })

  test('names the best voter of those who voted in most decisions', () => {
    const cases = [vote('A', 'B', 'A'), vote('A', 'A', 'A'), vote('A', 'B', 'B'), vote('A', 'B', 'B', 'A')]
    expect(scoreOf(replayVotes(cases, countingRule)).bestSeat).toBe(0.5)
  })

  test('of no cases has no NaN', () => {
    expect(scoreOf([])).toMatchObject({
      decisions: 0,
      right: 0,
      brier: 0,
      logLoss: 0,
      calibrationError: 0,
      bestSeat: 0,
    })
  })

  test('by age adds up to all decisions', () => {
    const ages = scoresByAge(replayVotes(generated(120, [0.7, 0.6]), countingRule))
    expect(ages.map(({ from, decisions }) => [from, decisions])).toEqual([
      [0, 5],
      [5, 5],
      [10, 20],
      [30, 70],
      [100, 20],
    ])
  })
})

test('a shuffle is the same for the same seed, and keeps all cases', () => {
  const cases = generated(50, [0.5])
  expect(shuffledCases(cases, 3)).toEqual(shuffledCases(cases, 3))
  expect(shuffledCases(cases, 3)).not.toEqual(shuffledCases(cases, 4))
  expect(new Set(shuffledCases(cases, 3))).toEqual(new Set(cases))
})

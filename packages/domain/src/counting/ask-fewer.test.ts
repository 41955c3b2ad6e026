import { expect, test } from 'vitest'
import { askingFewer } from './ask-fewer.ts'
import { type ResolvedVote, replayVotes, scoreOf } from './replay-votes.ts'
import { countingRule } from './rules.ts'

/** Five seats, each with another vendor's model. The first is nearly always right, the others in two of three decisions. */
const cases = Array.from({ length: 300 }, (_, round): ResolvedVote => {
  const truth = round % 2 === 0 ? 'Go' : 'Wait'
  const other = round % 2 === 0 ? 'Wait' : 'Go'
  const isRight = (seat: number) => (seat === 0 ? round % 20 !== 7 : (round * 7 + seat * 5) % 3 !== 0)
  const ballots = [4, 3, 2, 1, 0].map((seat) => ({
    voter: `${seat}`,
    model: `maker${seat}/model`,
    option: isRight(seat) ? truth : other,
    confidence: null,
  }))
  return { topic: 'general', options: ['Go', 'Wait'], ballots, truth }
})
const all = scoreOf(replayVotes(cases, countingRule))

test('asking as few as needed saves votes and loses little', () => {
  const few = scoreOf(replayVotes(cases, askingFewer('as-few-as-needed')))
  expect(few.asked).toBeLessThan(0.6)
  expect(few.right).toBeGreaterThan(all.right - 0.02)
})

test('one decision in ten asks everyone, however sure the first ones are', () => {
  const asked = replayVotes(cases, askingFewer('as-few-as-needed')).map((row) => row.asked)
  expect(asked.filter((_, round) => round % 10 === 9).every((each) => each === 5)).toBe(true)
  expect(asked.filter((each) => each < 5).length).toBeGreaterThan(100)
})

test('two first are the two with the best record, and are believed only if they agree and are sure', () => {
  const rows = replayVotes(cases, askingFewer('two-first'))
  expect(new Set(rows.map((row) => row.asked))).toEqual(new Set([2, 5]))
  expect(rows.filter((row) => row.asked === 2).every((row) => row.probability >= 0.85)).toBe(true)
  expect(scoreOf(rows).right).toBeGreaterThan(all.right - 0.03)
})

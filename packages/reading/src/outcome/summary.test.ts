import { describe, expect, test } from 'vitest'
import { decision, many } from './decisions.fixture.ts'
import { isDue, summarize, sureText } from './summary.ts'

describe('a summary of the record', () => {
  const all = [
    ...many(3, { a: 'X', b: 'Y', c: 'Y' }, 'X'),
    ...many(1, { a: 'Y', b: 'Y', c: 'Z' }, null),
    { ...decision(9, { a: 'X' }, 'X'), resolved: null },
    { ...decision(9, { r: 'X' }, 'X'), resolved: null, isRehearsal: true },
  ]
  const { resolved, unresolved, teamRight, models, pairs } = summarize(all)

  test('counts decisions, open ones, and how often the team was right', () => {
    expect([resolved, unresolved, teamRight]).toEqual([4, 1, 3])
  })

  test('shows how sure each model was, and how often it was right', () => {
    const [a] = models
    expect(a).toMatchObject({ model: 'a', votes: 4, right: 3, stated: { votes: 4, said: 0.8, was: 0.75 } })
    expect(a?.stated?.brier).toBeCloseTo((3 * 0.04 + 0.64) / 4)
  })

  test('names the models that are wrong together in the same way', () => {
    expect(pairs[0]).toEqual({ models: ['b', 'c'], together: 4, bothWrong: 4, sameWrong: 3 })
  })
})

describe('a decision is due for a review', () => {
  const DAY = 86_400_000
  const open = { ...decision(0, { a: 'X' }, 'X'), resolved: null }

  test('once its review date has passed, or after 30 days if it has none', () => {
    expect([isDue({ ...open, reviewBy: 5 }, 4), isDue({ ...open, reviewBy: 5 }, 5)]).toEqual([false, true])
    expect([isDue(open, 30 * DAY - 1), isDue(open, 30 * DAY)]).toEqual([false, true])
  })

  test('unless it has an outcome, was a rehearsal, or was left open', () => {
    expect(isDue(decision(0, { a: 'X' }, 'X'), 90 * DAY)).toBe(false)
    expect(isDue({ ...open, isRehearsal: true }, 90 * DAY)).toBe(false)
    expect(isDue({ ...open, chosen: null }, 90 * DAY)).toBe(false)
  })
})

test.each([
  [{ said: 0.8, was: 0.62 }, '18 points too sure'],
  [{ said: 0.6, was: 0.63 }, '3 points too unsure'],
  [{ said: 0.7, was: 0.68 }, 'as sure as it should be'],
])('the calibration %j is described as “%s”', (stated, words) => {
  expect(sureText(stated)).toBe(words)
})

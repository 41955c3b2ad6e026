import { describe, expect, test } from 'vitest'
import { decision, many } from './decisions.fixture.ts'
import { summarize } from './summary.ts'

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

  test('says how sure each model was, and how often it was right', () => {
    const [a] = models
    expect(a).toMatchObject({ model: 'a', votes: 4, right: 3, stated: { votes: 4, said: 0.8, was: 0.75 } })
    expect(a?.stated?.brier).toBeCloseTo((3 * 0.04 + 0.64) / 4)
  })

  test('names the models that are wrong together, in the same way', () => {
    expect(pairs[0]).toEqual({ models: ['b', 'c'], together: 4, bothWrong: 4, sameWrong: 3 })
  })
})

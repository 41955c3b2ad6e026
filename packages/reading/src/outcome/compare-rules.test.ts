import { expect, test } from 'vitest'
import { compareRules } from './compare-rules.ts'
import { decision, many } from './decisions.fixture.ts'

test('the candidate learns that two copies of a model are worth little more than one', () => {
  const copies = { 'openai/gpt-5': 'Y', 'openai/gpt-5-mini': 'Y', 'anthropic/claude-5': 'X' }
  const compared = compareRules(many(7, copies, 'X'))
  expect(compared?.decisions).toBe(7)
  expect(compared?.candidate.right).toBeGreaterThan(compared?.current.right ?? 7)
  expect(compared?.candidate.brier).toBeLessThan(compared?.current.brier ?? 0)
})

test('a decision that no option was right in is wrong for both rules', () => {
  expect(compareRules([decision(1, { a: 'X', b: 'X' }, null)])).toMatchObject({
    current: { right: 0 },
    candidate: { right: 0 },
  })
})

test('without resolved decisions there is nothing to compare', () => {
  expect(compareRules([{ ...decision(1, { a: 'X' }, 'X'), resolved: null }])).toBeUndefined()
})

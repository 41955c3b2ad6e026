import { expect, test } from 'vitest'
import { compareRules } from './compare-rules.ts'
import { decision, many } from './decisions.fixture.ts'

test('the rule learns that two copies of a model are worth little more than one, which a majority never does', () => {
  const copies = { 'openai/gpt-5': 'Y', 'openai/gpt-5-mini': 'Y', 'anthropic/claude-5': 'X' }
  const compared = compareRules(many(7, copies, 'X'))
  expect(compared?.decisions).toBe(7)
  expect(compared?.counting.right).toBeGreaterThan(compared?.majority.right ?? 7)
  expect(compared?.counting.brier).toBeLessThan(compared?.majority.brier ?? 0)
})

test('a decision that no option was right in is wrong for every rule', () => {
  expect(compareRules([decision(1, { a: 'X', b: 'X' }, null)])).toMatchObject({
    counting: { right: 0 },
    majority: { right: 0 },
  })
})

test('without resolved decisions there is nothing to compare', () => {
  expect(compareRules([{ ...decision(1, { a: 'X' }, 'X'), resolved: null }])).toBeUndefined()
})

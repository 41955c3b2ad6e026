import { expect, test } from 'vitest'
import { evalBudget } from './budget.ts'

test('continued runs keep what they may still spend, as long as it is all left', async () => {
  const budget = evalBudget(1, 0.3, 4)
  // With an equal share of 0.175, the first would have to start over.
  const kept = [0.4, 0.1, 0.2, 0.01].map((rest) => budget.keep(rest)?.capUsd)
  expect(kept).toEqual([0.4, 0.1, 0.2, undefined])
})

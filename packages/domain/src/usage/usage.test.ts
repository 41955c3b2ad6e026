import { expect, test } from 'vitest'
import { addSpend, costOf, noSpend } from './usage.ts'

test('cached input has its own price, and the input price where none is given', () => {
  const usage = { input: 1_000_000, cached: 400_000, output: 0 }
  expect(costOf(usage, { input: 3, cached: 0.3, output: 15 })).toBeCloseTo(1.92)
  expect(costOf(usage, { input: 3, output: 15 })).toBeCloseTo(3)
})

test('an unknown price is null, never 0, and is counted', () => {
  const usage = { input: 10, cached: 0, output: 10 }
  expect(costOf(usage, null)).toBeNull()
  expect(addSpend(noSpend, usage, null)).toMatchObject({ costUsd: 0, unpriced: 1, calls: 1 })
})

import { expect, test } from 'vitest'
import { addSpend, costOf, mostCost, noSpend } from './usage.ts'

test('cached input has its own price, or the input price if there is none', () => {
  const usage = { input: 1_000_000, cached: 400_000, output: 0 }
  expect(costOf(usage, { input: 3, cached: 0.3, output: 15 })).toBeCloseTo(1.92)
  expect(costOf(usage, { input: 3, output: 15 })).toBeCloseTo(3)
})

test('an unknown price is null, never 0, and is counted', () => {
  const usage = { input: 10, cached: 0, output: 10 }
  expect(costOf(usage, null)).toBeNull()
  expect(addSpend(noSpend, usage, null)).toMatchObject({ costUsd: 0, unpriced: 1, calls: 1 })
})

test('cache writes have their own price, or the input price if there is none', () => {
  const usage = { input: 1_000_000, cached: 200_000, cacheWrite: 400_000, output: 0 }
  expect(costOf(usage, { input: 4, cached: 0.4, cacheWrite: 5, output: 20 })).toBeCloseTo(1.6 + 0.08 + 2)
  expect(costOf(usage, { input: 4, cached: 0.4, output: 20 })).toBeCloseTo(3.2 + 0.08)
})

test('a long prompt is charged at its tier’s price for the whole call', () => {
  const tiers = [
    { over: 200_000, input: 4, output: 18 },
    { over: 500_000, input: 8, output: 36 },
  ]
  const price = { input: 2, output: 12, tiers }
  const cost = (input: number) => costOf({ input, cached: 0, output: 1_000 }, price)
  expect(cost(200_000)).toBeCloseTo(0.4 + 0.012)
  expect(cost(200_001)).toBeCloseTo(0.8 + 0.018)
  expect(cost(600_000)).toBeCloseTo(4.8 + 0.036)
})

test('a reservation assumes that the cache is written', () => {
  expect(mostCost(1_000_000, 0, { input: 4, cacheWrite: 5, output: 20 })).toBeCloseTo(5)
  expect(mostCost(1_000_000, 0, { input: 4, output: 20 })).toBeCloseTo(4)
  expect(mostCost(1, 1, null)).toBeNull()
})

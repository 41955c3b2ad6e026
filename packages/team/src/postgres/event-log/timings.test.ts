import { expect, test } from 'vitest'
import { Stopwatch } from './timings.ts'

test('a quantile covers the newest thousand, and the count covers all', () => {
  const watch = new Stopwatch()
  expect([watch.count, watch.quantile(0.99)]).toEqual([0, 0])
  for (let number = 0; number < 500; number += 1) watch.add(9_000)
  for (let number = 1; number <= 1_000; number += 1) watch.add(number)
  expect([watch.quantile(0.5), watch.quantile(0.99), watch.quantile(1)]).toEqual([500, 990, 1_000])
  expect([watch.count, watch.totalMs]).toEqual([1_500, 500 * 9_000 + 500_500])
})

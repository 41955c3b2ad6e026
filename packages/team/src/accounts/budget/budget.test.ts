import { expect, test } from 'vitest'
import { type Budget, fits, leftIn, microsOf, monthOf } from './budget.ts'

const budget = (limitUsd: number | null, spentUsd = 0, reservedUsd = 0): Budget => ({
  ...{ space: 'main', month: '2026-11', limitUsd, spentUsd, reservedUsd },
})

test('a call that uses up the budget exactly fits, and one that costs a millionth of a dollar more does not', () => {
  expect(fits(budget(1, 0.6, 0.3), 0.1)).toBe(true)
  expect(fits(budget(1, 0.6, 0.3), 0.100001)).toBe(false)
  expect(leftIn(budget(1, 0.9, 0.3))).toBe(0)
})

test('everything fits without a limit, and only free calls fit a limit of 0', () => {
  expect(fits(budget(null, 1e9), 1e9)).toBe(true)
  expect(fits(budget(0), 0.000001)).toBe(false)
  expect(fits(budget(0), 0)).toBe(true)
})

test('amounts are rounded up to millionths without floating-point noise', () => {
  expect([0.1 + 0.2, 0.0000001, 0, -1].map(microsOf)).toEqual([300_000, 1, 0, 0])
  expect(microsOf(0.0000015)).toBe(2)
})

test('a month ends at midnight in UTC', () => {
  expect(monthOf(Date.UTC(2026, 10, 30, 23, 59, 59, 999))).toBe('2026-11')
  expect(monthOf(Date.UTC(2026, 11, 1))).toBe('2026-12')
})

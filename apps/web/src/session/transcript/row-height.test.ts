import { expect, test } from 'vitest'
import { typicalHeight } from './row-height.ts'

const same = (height: number) => height

test('the typical height is the median of the newest rows', () => {
  const old = Array.from({ length: 500 }, () => 900)
  const fresh = Array.from({ length: 40 }, (_, index) => 100 + index)
  expect(typicalHeight([...old, ...fresh], same)).toBe(120)
})

test('the typical height is never zero and never more than a screen', () => {
  expect([typicalHeight([], same), typicalHeight([0, 1], same), typicalHeight([90_000], same)]).toEqual([36, 36, 1_000])
})

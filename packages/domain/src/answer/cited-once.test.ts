import { squaresOf } from '@convene/testkit'
import { expect, test } from 'vitest'
import { citedOnce } from './cited-once.ts'
import { withPlainMarks } from './plain-marks.ts'

test.each([
  ['See [m4] [m4].', 'See [m4].'],
  ['See [m4][m4], then [m5].', 'See [m4], then [m5].'],
  ['See [m4, m4].', 'See [m4].'],
  ['See [m3, m4] [m4], [m5].', 'See [m3, m4] [m5].'],
  ['See [m4], and again [m4].', 'See [m4], and again [m4].'],
  ['See [m4], [m5; m6].', 'See [m4], [m5; m6].'],
  ['See [m4]\n[m4].', 'See [m4]\n[m4].'],
  ['See [m4](#m4) [m4](#m4).', 'See [m4](#m4) [m4](#m4).'],
])('%j reads %j', (text, shown) => {
  expect(citedOnce(text)).toBe(shown)
})

test('an old report that cites twice is shown as if it cited once', () => {
  expect(withPlainMarks('Keep it. [m4] [m4]\n')).toBe('Keep it. [m4]\n')
})

test('reading time does not grow quadratically with the length', () => {
  expect(squaresOf(citedOnce)).toEqual([])
})

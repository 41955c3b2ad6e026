import { expect, test } from 'vitest'
import { costText, dollarsText } from './amounts.ts'

test.each([
  [0, '$0'],
  [0.000_04, '<$0.0001'],
  [0.0031, '$0.0031'],
  [0.012, '$0.012'],
  [0.1, '$0.10'],
  [0.12, '$0.12'],
  [3.4, '$3.40'],
])('%d dollars are shown as %s', (dollars, text) => {
  expect(dollarsText(dollars)).toBe(text)
})

test('a price that nobody knows is never shown as nothing', () => {
  expect(costText({ costUsd: 0, unpriced: 1 })).toBe('unknown price')
  expect(costText({ costUsd: 0.5, unpriced: 1 })).toBe('$0.50 + unknown price')
})

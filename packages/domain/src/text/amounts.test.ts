import fc from 'fast-check'
import { expect, test } from 'vitest'
import { costText, countText, dollarsText, numberText, tokensText } from './amounts.ts'

test.each([
  [340, '340'],
  [1_240, '1.2k'],
  [3_000, '3k'],
  [9_960, '10k'],
  [12_400, '12k'],
  [999_600, '1M'],
  [3_400_000, '3.4M'],
  [12_000_000, '12M'],
])('%d tokens are shown as %s', (tokens, text) => {
  expect(tokensText(tokens)).toBe(text)
})

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

test('an unknown price is never shown as zero', () => {
  expect(costText({ costUsd: 0, unpriced: 1 })).toBe('unknown price')
  expect(costText({ costUsd: 0.5, unpriced: 1 })).toBe('$0.50 + unknown price')
})

test.each([
  [0, '0 files'],
  [1, '1 file'],
  [2, '2 files'],
  [12_000, '12,000 files'],
  [0.02, '0.02 files'],
])('a count of %d is written as %s', (count, text) => {
  expect(countText(count, 'file')).toBe(text)
})

test('the caller can provide an irregular plural', () => {
  expect(countText(1, 'match', 'matches')).toBe('1 match')
  expect(countText(2, 'match', 'matches')).toBe('2 matches')
})

test('whole numbers are grouped as in English', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (number) => {
      expect(numberText(number)).toBe(number.toLocaleString('en-US'))
    }),
  )
})

test.each([
  [-1_200, '-1,200'],
  [999, '999'],
  [1_234.5678, '1,234.5678'],
  [1e21, '1e+21'],
])('%d is written as %s', (number, text) => {
  expect(numberText(number)).toBe(text)
})

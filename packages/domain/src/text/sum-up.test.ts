import { expect, test } from 'vitest'
import { sumUpTexts } from './sum-up.ts'

test('a hundred thousand equal texts become one with a count', () => {
  expect(sumUpTexts(Array.from({ length: 100_000 }, () => 'Ada is named twice.'))).toEqual([
    'Ada is named twice. (100000 times)',
  ])
})

test('a hundred thousand different texts become the first fifty and the number of others', () => {
  const summed = sumUpTexts(Array.from({ length: 100_000 }, (_, index) => `Row ${index}.`))
  expect([summed.length, summed.at(-1)]).toEqual([51, '99950 more like these.'])
})

test('a few texts stay as they are', () => {
  expect(sumUpTexts(['a', 'b'])).toEqual(['a', 'b'])
})

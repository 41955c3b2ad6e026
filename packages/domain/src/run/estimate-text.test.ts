import { expect, test } from 'vitest'
import { aboutMinutesText, underCostText } from './estimate-text.ts'

const amounts = { calls: 4, input: 1_000, output: 1_000, costUsd: 0.04, minutes: 2.2 }
const costing = (costUsd: number | null, most = costUsd) => ({
  ...amounts,
  costUsd,
  most: { ...amounts, costUsd: most },
})

test.each([
  [0.004, 'under $0.01'],
  [0.083, 'under $0.09'],
  [0.09, 'under $0.10'],
  [0.1, 'under $0.11'],
  [0.31, 'under $0.40'],
  [2.5, 'under $3'],
  [17, 'under $18'],
  [0, 'free'],
  [null, 'no price known'],
])('a run that costs at most %s is %s', (most, text) => {
  expect(underCostText(costing(most))).toBe(text)
})

test('the amount after “under” is never reached', () => {
  for (let cents = 0.1; cents < 1_000; cents += 0.1) {
    const shown = Number(/\d[\d.]*/u.exec(underCostText(costing(cents / 100)))?.[0])
    expect(shown).toBeGreaterThan(cents / 100)
  }
})

test('a short run takes under a minute, and a longer one a rounded number of them', () => {
  expect(aboutMinutesText({ ...amounts, minutes: 0.3 })).toBe('under 1 min')
  expect(aboutMinutesText(amounts)).toBe('about 2 min')
})

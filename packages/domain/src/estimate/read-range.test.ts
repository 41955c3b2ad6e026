import { describe, expect, test } from 'vitest'
import type { Quantity } from '../event/estimate-facts.ts'
import { readRange } from './read-range.ts'

const days: Quantity = { kind: 'number', unit: 'days' }
const chance: Quantity = { kind: 'chance', unit: '' }
const two = { low: 2, middle: 4, high: 9 }
const share = (p: number) => ({ low: p, middle: p, high: p })

describe('a number of days is read from', () => {
  test.each([
    ['marked lines', 'P10: 2 days\nP50: 4 days\nP90: 9 days'],
    ['lines without units', 'P10: 2\nP50: 4\nP90: 9'],
    ['percent labels', '10%: 2 days\n50%: 4 days\n90%: 9 days'],
    ['percentiles in prose', '10th percentile: 2 days\n50th percentile: about 4 days\n90th percentile: 9 days'],
    ['bold labels in a list', '- **P10:** 2 days\n- **P50:** 4 days\n- **P90:** 9 days'],
    ['one line', 'P10: 2 days, P50: 4 days, P90: 9 days'],
    ['one line with percents', 'I say 10%: 2 days, 50%: 4 days, 90%: 9 days.'],
    ['other units', 'P10: 48 hours\nP50: 4 days\nP90: 9 days'],
    ['words', 'P10: two days\nP50: four days\nP90: nine days'],
    ['JSON', '{"p10": 2, "p50": 4, "p90": 9, "unit": "days"}'],
    ['JSON with hours', '```json\n{"p10": "48 hours", "p50": "96 hours", "p90": 216, "unit": "hours"}\n```'],
    ['wrapped JSON', 'Here: {"quantiles": {"10": 2, "50": 4, "90": 9}}'],
    ['a table with rows', '| quantile | days |\n|---|---|\n| 10% | 2 |\n| 50% | 4 days |\n| 90% | 9 |'],
    ['a table with columns', '| 10% | 50% | 90% |\n|---|---|---|\n| 2 days | 4 days | 9 days |'],
    ['cases', 'Optimistic: 2 days\nMost likely: 4 days\nPessimistic: 9 days'],
    ['the last of two versions', 'P10: 1 day\nP50: 1 day\nP90: 1 day\n\nNo, finally:\nP10: 2\nP50: 4\nP90: 9'],
    ['full-width digits', 'P10: ２ days\nP50: ４ days\nP90: ９ days'],
  ])('%s', (_how, text) => {
    expect(readRange(text, days)).toEqual(two)
  })

  test('a single range, with the middle between its ends', () => {
    expect(readRange('I would say 3-5 days.', days)).toEqual({ low: 3, middle: Math.sqrt(15), high: 5 })
    expect(readRange('Between 1 and 4 weeks', days)).toEqual({ low: 7, middle: 14, high: 28 })
  })
})

describe('asked again instead of guessed:', () => {
  test.each([
    ['numbers in the wrong order', 'P10: 9 days\nP50: 4 days\nP90: 2 days', 'order'],
    ['a range in the wrong order', '9-3 days', 'order'],
    ['another unit', 'P10: $2\nP50: $4\nP90: $9', 'unit'],
    ['two of three', 'P10: 2 days\nP90: 9 days', 'none'],
    ['a single number', 'It takes 5 days.', 'none'],
    ['two different ranges', 'Either 3-5 days or 10-20 days.', 'none'],
    ['the form', 'P10: <number and unit>\nP50: <number and unit>\nP90: <number and unit>', 'none'],
    ['a refusal', 'I cannot estimate that.', 'none'],
    ['nothing', '', 'none'],
    ['a date that looks like a range', 'Since 2026-11-19 nobody knows.', 'none'],
    ['quoted numbers', '> P10: 2\n> P50: 4\n\nI do not agree.', 'none'],
  ])('%s', (_what, text, why) => {
    expect(readRange(text, days)).toBe(why)
  })
})

describe('other units', () => {
  test.each([
    ['$1.2k', '$5,000', '$12k', '$', { low: 1200, middle: 5000, high: 12000 }],
    ['1 million', '2M', '3,500,000', 'users', { low: 1e6, middle: 2e6, high: 3.5e6 }],
    ['1,5 Stunden'.replace('Stunden', 'hours'), '2 hours', '3 hours', 'hours', { low: 1.5, middle: 2, high: 3 }],
    ["1'000", '2 000', '3.500', 'users', { low: 1000, middle: 2000, high: 3.5 }],
  ])('%s · %s · %s', (low, middle, high, unit, range) => {
    const read = readRange(`P10: ${low}\nP50: ${middle}\nP90: ${high}`, { kind: 'number', unit })
    expect(read).toEqual(high === '3.500' ? 'order' : range)
  })
})

describe('a chance is read from', () => {
  test.each([
    ['PROBABILITY: 35 %', 0.35],
    ['PROBABILITY: 0.35', 0.35],
    ['**Probability:** 35', 0.35],
    ['about 40 %', 0.4],
    ['I would put it at about 40 percent, since the tests fail.', 0.4],
    ['{"probability": 0.4}', 0.4],
    ['{"probability": 40, "reason": "so"}', 0.4],
    ['PROBABILITY: 1 in 5', 0.2],
    ['| Probability | 35 % |', 0.35],
    ['CHANCE: 7 of 10', 0.7],
  ])('%s', (text, p) => {
    expect(readRange(text, chance)).toEqual(share(p))
  })

  test.each([
    'PROBABILITY: <n> %',
    'between 30 % and 60 %',
    '30-60 %',
    'Likely.',
    'PROBABILITY: 140 %',
    'Of those, 30 % fail and 20 % pass.',
  ])('but not from: %s', (text) => {
    expect(readRange(text, chance)).toBe('none')
  })
})

describe('large numbers', () => {
  const rows: Quantity = { kind: 'number', unit: 'rows' }
  const asked = (low: string, middle: string, high: string, quantity = rows) =>
    readRange(`P10: ${low}\nP50: ${middle}\nP90: ${high}`, quantity)

  test.each([
    ['1e5 rows', '1e6 rows', '1e7 rows'],
    ['1E5', '1E+6', '1.0e7'],
    ['10^5 rows', '10^6 rows', '10^7 rows'],
    ['10⁵ rows', '10⁶ rows', '10⁷ rows'],
    ['1×10^5 rows', '1 x 10^6', '1 * 10**7 rows'],
    ['1 · 10⁵', '1×10⁶', '1 × 10 ^ 7'],
    ['0.1 million', '1 million rows', '0.00001 trillion rows'],
    ['about 1e5', '~10^6', '≤ 1e7 rows'],
  ])('are read however they are written: %s · %s · %s', (low, middle, high) => {
    const read = asked(low, middle, high)
    expect(typeof read).toBe('object')
    if (typeof read === 'string') return
    expect(read.low).toBeCloseTo(1e5)
    expect(read.middle).toBeCloseTo(1e6)
    expect(read.high).toBeCloseTo(1e7, 0)
  })

  test('are read from JSON', () => {
    expect(readRange('{"p10": 1e5, "p50": 2.5e6, "p90": 1e22}', rows)).toBe('size')
    expect(readRange('{"p10": 1e5, "p50": 2.5e6, "p90": 1e7}', rows)).toEqual({ low: 1e5, middle: 2.5e6, high: 1e7 })
    expect(readRange('{"p10": 0.3333333333333333, "p50": 1.25, "p90": 2}', rows)).toMatchObject({ middle: 1.25 })
  })

  test.each([
    ['1/2 day', '1 day', '2 days', days, 'none'],
    ['2^18', '2^20', '2^22', rows, 'none'],
    ['3 × 7', '5 × 7', '9 × 7', rows, 'none'],
    ['1q', '2q', '3q', rows, 'none'],
    ['1 day', '99999999999999999999 days', '99999999999999999999999999999 years', days, 'none'],
    ['1 day', '1e308 days', '1e309 days', days, 'size'],
    ['1 day', '2 days', '20000 years', days, 'size'],
    ['1', '2', '1e19', rows, 'size'],
    ['-3 days', '-2 days', '-1 days', days, 'size'],
    ['-5', '10', '20', rows, 'size'],
  ] as const)(
    'are asked for again if they cannot be read or cannot be: %s · %s · %s',
    (low, middle, high, unit, why) => {
      expect(asked(low, middle, high, unit)).toBe(why)
    },
  )

  test.each([
    ['-3', '-2', '-1', { kind: 'number', unit: '°C' }],
    ['$-3000', '$10', '$20', { kind: 'number', unit: '$' }],
    ['-3', '-2', '1', { kind: 'number', unit: '' }],
  ] as const)('may be negative where that means something: %s · %s · %s', (low, middle, high, quantity) => {
    expect(typeof asked(low, middle, high, quantity)).toBe('object')
  })

  test('and milliseconds are as small as they are', () => {
    expect(asked('2 ms', '4 days', '9 weeks', days)).toMatchObject({ middle: 4, high: 63 })
    expect(asked('200ms', '500 ms', '1.5s', { kind: 'number', unit: 'seconds' })).toMatchObject({ low: 0.2, high: 1.5 })
  })
})

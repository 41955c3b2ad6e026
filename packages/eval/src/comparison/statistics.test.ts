import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  differenceInterval,
  kappa,
  mean,
  questionsNeeded,
  shareInterval,
  signTest,
  smallestVisible,
} from './statistics.ts'

const difference = fc.constantFrom(-1, 0, 1)

describe('the interval of a difference', () => {
  test('contains the observed difference, stays in range, and is the same each time', () => {
    fc.assert(
      fc.property(fc.array(difference, { minLength: 5, maxLength: 60 }), (differences) => {
        const interval = differenceInterval(differences)
        // Two imaginary pairs pull a one-sided result towards 0.
        const pulled = (mean(differences) * differences.length) / (differences.length + 1)
        expect(interval.low).toBeLessThanOrEqual(pulled)
        expect(interval.high).toBeGreaterThanOrEqual(pulled)
        expect(interval.low).toBeGreaterThanOrEqual(-1)
        expect(interval.high).toBeLessThanOrEqual(1)
        expect(differenceInterval(differences)).toEqual(interval)
      }),
      { numRuns: 30 },
    )
  })

  test('stays uncertain for questions that never differed', () => {
    const { low, high } = differenceInterval(Array.from({ length: 20 }, () => 0))
    expect(low).toBeLessThan(0)
    expect(high).toBeGreaterThan(0)
  })

  test('gets narrower with more questions', () => {
    const some = [1, 0, 0, -1, 1, 0, 0, 0, 1, 0]
    const width = (times: number) => {
      const { low, high } = differenceInterval(Array.from({ length: times }, () => some).flat())
      return high - low
    }
    expect(width(16)).toBeLessThan(width(4))
    expect(width(4)).toBeLessThan(width(1))
  })
})

describe('the sign test', () => {
  test('gives the exact probabilities', () => {
    expect(signTest(0, 0)).toBe(1)
    expect(signTest(5, 0)).toBeCloseTo(2 / 32, 12)
    expect(signTest(9, 1)).toBeCloseTo((2 * 11) / 1_024, 12)
    expect(signTest(600, 400)).toBeLessThan(1e-9)
  })

  test('is symmetric, and is a probability', () => {
    fc.assert(
      fc.property(fc.nat(400), fc.nat(400), (wins, losses) => {
        const p = signTest(wins, losses)
        expect(p).toBe(signTest(losses, wins))
        expect(p).toBeGreaterThanOrEqual(0)
        expect(p).toBeLessThanOrEqual(1)
      }),
    )
  })
})

test('the interval of a share contains it and stays between 0 and 1', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.double({ min: 0, max: 1, noNaN: true }), (count, at) => {
      const share = Math.round(at * count) / count
      const { low, high } = shareInterval(share, count)
      expect(low).toBeLessThanOrEqual(share + 1e-12)
      expect(high).toBeGreaterThanOrEqual(share - 1e-12)
      expect(low).toBeGreaterThanOrEqual(0)
      expect(high).toBeLessThanOrEqual(1)
    }),
  )
})

test('100 questions with a difference in one of four can show about 14 points, and 5 points take many more', () => {
  const differences = Array.from({ length: 100 }, (_, at) => (at % 8 === 0 ? 1 : at % 8 === 4 ? -1 : 0))
  expect(smallestVisible(differences)).toBeCloseTo(0.14, 1)
  expect(questionsNeeded(differences).questions).toBeGreaterThan(700)
})

test('two graders who always agree have a kappa of 1, and two who answer by chance about 0', () => {
  expect(
    kappa([
      ['a', 'a'],
      ['b', 'b'],
      ['tie', 'tie'],
    ]),
  ).toBe(1)
  expect(
    kappa([
      ['a', 'a'],
      ['a', 'b'],
      ['b', 'a'],
      ['b', 'b'],
    ]),
  ).toBe(0)
  expect(kappa([])).toBeNull()
  expect(kappa([['a', 'a']])).toBeNull()
})

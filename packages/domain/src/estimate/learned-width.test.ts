import { describe, expect, test } from 'vitest'
import type { Pooled } from '../event/estimate-facts.ts'
import { learnedWidth, type Miss, missOf, widened } from './learned-width.ts'
import { poolOf } from './pool.ts'

/** A generator that gives the same numbers in every run. */
function normal(seed: number): () => number {
  let state = seed
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state + 0.5) / 2 ** 32
  }
  return () => Math.sqrt(-2 * Math.log(next())) * Math.cos(2 * Math.PI * next())
}

const quantity = { kind: 'number', unit: 'days' } as const
const basis = { resolved: 0, models: 3, vendors: 3 }

/** Three seats whose errors have this much in common, and that state this share of how unsure they are. */
function coverageOf({ alike, stated }: { readonly alike: number; readonly stated: number }, learns = true): number {
  const draw = normal(7)
  const misses: Miss[] = []
  let held = 0
  const [count, first] = [1_200, 200]
  for (let nth = 0; nth < count; nth++) {
    const common = draw()
    const answers = ['a', 'b', 'c'].map((model) => {
      const middle = 0.5 * (Math.sqrt(alike) * common + Math.sqrt(1 - alike) * draw())
      const half = 0.5 * stated * 1.2816
      return { model, range: { low: Math.exp(middle - half), middle: Math.exp(middle), high: Math.exp(middle + half) } }
    })
    const plain = poolOf(answers, quantity)
    if (!plain) throw new Error('no pool')
    const width = learns ? learnedWidth(misses.slice(-50)) : undefined
    const range = width ? widened(plain, width) : plain
    if (nth >= first) held += Number(range.low <= 1 && 1 <= range.high)
    misses.push(missOf({ quantity, range, seats: [], basis, ...(width && { width }) }, 1) ?? 0)
  }
  return held / (count - first)
}

describe('a range of several seats', () => {
  test.each([
    { alike: 0.35, stated: 1 },
    { alike: 0.45, stated: 1 },
    { alike: 0.8, stated: 1 },
    { alike: 1, stated: 1 },
    { alike: 0.35, stated: 0.6 },
    { alike: 0.8, stated: 0.6 },
    { alike: 1, stated: 0.4 },
  ])('holds in 75 to 85 of 100 cases once some are resolved: %o', (seats) => {
    expect(coverageOf(seats)).toBeGreaterThanOrEqual(0.75)
    expect(coverageOf(seats)).toBeLessThanOrEqual(0.85)
  })

  test('does not hold that often by what the seats say alone', () => {
    expect(coverageOf({ alike: 0.35, stated: 1 }, false)).toBeGreaterThan(0.88)
    expect(coverageOf({ alike: 0.35, stated: 0.6 }, false)).toBeLessThan(0.72)
  })

  test('is as stated until five are resolved', () => {
    expect(learnedWidth([3, 3, 3, 3])).toBeUndefined()
    expect(learnedWidth([3, 3, 3, 3, 3])?.factor).toBeGreaterThan(1)
  })

  test('is never narrowed to nothing, or widened without end', () => {
    expect(learnedWidth(Array.from({ length: 50 }, () => 0))?.factor).toBe(0.5)
    expect(learnedWidth(Array.from({ length: 50 }, () => 20))?.factor).toBe(4)
  })

  test('above zero stays there, and around zero is widened evenly', () => {
    expect(widened({ low: 1, middle: 2, high: 8 }, { factor: 2 })).toEqual({ low: 0.5, middle: 2, high: 32 })
    expect(widened({ low: -1, middle: 0, high: 3 }, { factor: 2 })).toEqual({ low: -2, middle: 0, high: 6 })
  })
})

describe('how far off an estimate was', () => {
  const pooled = (range: Pooled['range'], more: Partial<Pooled> = {}): Pooled => ({
    quantity,
    range,
    seats: [],
    basis,
    ...more,
  })

  test('is counted from what the seats said, not from a range that was learned', () => {
    const plain = { low: 1, middle: 2, high: 8 }
    const width = { factor: 2, resolved: 9 }
    expect(missOf(pooled(widened(plain, width), { width }), 8)).toBeCloseTo(1)
    expect(missOf(pooled(plain), 8)).toBeCloseTo(1)
  })

  test.each([
    [
      'a chance',
      pooled({ low: 0.2, middle: 0.3, high: 0.4 }, { quantity: { kind: 'chance', unit: '' } }),
      1,
      undefined,
    ],
    ['nothing', pooled(null), 1, undefined],
    ['a point that was right', pooled({ low: 2, middle: 2, high: 2 }), 2, 0],
    ['a point that was wrong', pooled({ low: 2, middle: 2, high: 2 }), 3, 20],
    ['a number that fell below zero', pooled({ low: 1, middle: 2, high: 3 }), -1, 3],
  ])('of %s', (_, one, value, miss) => {
    expect(missOf(one, value)).toBe(miss)
  })
})

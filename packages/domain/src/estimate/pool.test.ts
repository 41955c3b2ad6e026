import { describe, expect, test } from 'vitest'
import { areFarApart, poolOf } from './pool.ts'

const at = (p: number) => ({ low: p, middle: p, high: p })

describe('several answers', () => {
  test('about a chance are pooled as the mean of their log-odds, with their spread', () => {
    const pooled = poolOf(
      [
        { model: 'a', range: at(0.2) },
        { model: 'b', range: at(0.8) },
      ],
      { kind: 'chance' },
    )
    expect(pooled?.middle).toBeCloseTo(0.5)
    expect(pooled).toMatchObject({ low: 0.2, high: 0.8 })
  })

  test('of one model count as one', () => {
    const copies = ['a', 'a', 'a'].map((model) => ({ model, range: at(0.9) }))
    expect(poolOf([...copies, { model: 'b', range: at(0.1) }], { kind: 'chance' })?.middle).toBeCloseTo(0.5)
  })

  test('are not decided by one that claims certainty', () => {
    const pooled = poolOf(
      [
        { model: 'a', range: at(0) },
        { model: 'b', range: at(0.9) },
        { model: 'c', range: at(0.9) },
      ],
      { kind: 'chance' },
    )
    expect(pooled?.middle).toBeGreaterThan(0.4)
  })

  test('about a number keep the order of the quantiles and the average ratio', () => {
    const pooled = poolOf(
      [
        { model: 'a', range: { low: 1, middle: 2, high: 4 } },
        { model: 'b', range: { low: 4, middle: 8, high: 64 } },
      ],
      { kind: 'number' },
    )
    expect(pooled?.low).toBeCloseTo(2)
    expect(pooled?.middle).toBeCloseTo(4)
    expect(pooled?.high).toBeCloseTo(16)
  })

  test('with one below zero are averaged as they are', () => {
    const pooled = poolOf(
      [
        { model: 'a', range: { low: -2, middle: 0, high: 2 } },
        { model: 'b', range: { low: 0, middle: 2, high: 4 } },
      ],
      { kind: 'number' },
    )
    expect(pooled).toEqual({ low: -1, middle: 1, high: 3 })
  })

  type Said = readonly [number, number, number]
  const seats = (...said: readonly Said[]) =>
    said.map(([low, middle, high], place) => ({ model: `m${place}`, range: { low, middle, high } }))

  test.each([
    ['a thousand years', [2.7e5, 3.65e5, 3.65e6]],
    ['nothing at all', [0, 0, 0]],
    ['anything from nothing to ages', [0, 1, 3.65e6]],
  ] as const)('are not decided by one of three that says %s', (_what, absurd) => {
    const pooled = poolOf(seats([2, 4, 9], [3, 5, 8], absurd), { kind: 'number' })
    expect(pooled?.middle).toBeGreaterThan(1.5)
    expect(pooled?.middle).toBeLessThan(12)
    expect(pooled?.high).toBeLessThan(30)
  })

  test('of one model are not decided by one of them either', () => {
    const copies = seats([2, 4, 9], [3, 5, 8], [1e5, 1e6, 1e6]).map((one) => ({ ...one, model: 'same' }))
    expect(poolOf(copies, { kind: 'number' })?.high).toBeLessThan(30)
  })

  test('are in order, whatever zeros and giants are among them', () => {
    const values = [0, 0.001, 1, 9, 1e6]
    const ranges = values.flatMap((low) =>
      values.flatMap((middle) =>
        values.flatMap((high) => (low <= middle && middle <= high ? [[low, middle, high] as const] : [])),
      ),
    )
    for (const one of ranges)
      for (const other of ranges)
        for (const set of [seats(one, other), seats(one, other, [1, 1, 9])]) {
          const { low = 0, middle = 0, high = 0 } = poolOf(set, { kind: 'number' }) ?? {}
          expect([low, middle, high].every(Number.isFinite)).toBe(true)
          expect(low).toBeLessThanOrEqual(middle * (1 + 1e-9))
          expect(middle).toBeLessThanOrEqual(high * (1 + 1e-9))
        }
  })

  test('that all say nothing amount to nothing', () => {
    expect(poolOf(seats([0, 0, 0], [0, 0, 0]), { kind: 'number' })).toEqual({ low: 0, middle: 0, high: 0 })
  })

  test('with one far below zero are decided by those in the middle', () => {
    expect(poolOf(seats([-1e9, -1e9, -1e9], [1, 2, 3], [2, 3, 4]), { kind: 'number' })?.middle).toBe(2)
  })

  test('are far apart if two of them have nothing in common', () => {
    const ranges = (...said: readonly Said[]) => seats(...said).map(({ range }) => range)
    expect(areFarApart(ranges([2, 4, 9], [10, 20, 30]), { kind: 'number' })).toBe(true)
    expect(areFarApart(ranges([2, 4, 9], [8, 20, 30]), { kind: 'number' })).toBe(false)
    expect(areFarApart(ranges([2, 4, 9]), { kind: 'number' })).toBe(false)
    expect(areFarApart([at(0.2), at(0.8)], { kind: 'chance' })).toBe(true)
    expect(areFarApart([at(0.3), at(0.5)], { kind: 'chance' })).toBe(false)
  })

  test('that are none give no estimate', () => {
    expect(poolOf([], { kind: 'number' })).toBeNull()
  })
})

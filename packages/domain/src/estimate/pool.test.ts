import { describe, expect, test } from 'vitest'
import { poolOf } from './pool.ts'

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

  test('that are none give no estimate', () => {
    expect(poolOf([], { kind: 'number' })).toBeNull()
  })
})

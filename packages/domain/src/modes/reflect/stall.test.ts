import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { jaccard, stalledAt } from './stall.ts'

const words = (count: number, from = 0) => Array.from({ length: count }, (_, at) => `w${at + from}`).join(' ')

describe('a result', () => {
  test('equal to one of the last five stalls', () => expect(stalledAt('a', ['a', 'b', 'c', 'd', 'e'])).toBe(1))

  test('equal to one before the last five is progress', () =>
    expect(stalledAt('a', ['a', 'b', 'c', 'd', 'e', 'f'])).toBeUndefined())

  test('sharing more than nine tenths of its words with the one before stalls', () =>
    expect(stalledAt(words(20), [words(19)])).toBeCloseTo(0.95))

  test('sharing just nine tenths of its words with the one before is progress', () =>
    expect(stalledAt(words(10), [words(9)])).toBeUndefined())

  test('similar but not equal to an older one is progress', () =>
    expect(stalledAt(words(20), [words(19), 'quite other words'])).toBeUndefined())

  test('with nothing before it is progress', () => expect(stalledAt('a', [])).toBeUndefined())

  test('with only a different order or spacing counts as equal', () => expect(stalledAt('b  a\nc', ['a b c'])).toBe(1))
})

test('similarity is symmetric, from 0 to 1, and 1 with itself', () =>
  fc.assert(
    fc.property(fc.string(), fc.string(), (one, other) => {
      expect(jaccard(one, other)).toBe(jaccard(other, one))
      expect(jaccard(one, other)).toBeGreaterThanOrEqual(0)
      expect(jaccard(one, other)).toBeLessThanOrEqual(1)
      expect(jaccard(one, one)).toBe(1)
    }),
  ))

import { expect, test } from 'vitest'
import { usageOf } from './usage.ts'

const counted = (inputTokens: object, total = 10) => usageOf({ inputTokens, outputTokens: { total } } as never)

test('cache reads and cache writes are part of the input', () => {
  expect(counted({ total: 100, cacheRead: 40, cacheWrite: 50 })).toEqual({
    input: 100,
    cached: 40,
    cacheWrite: 50,
    output: 10,
  })
  expect(counted({ total: 100 })).toEqual({ input: 100, cached: 0, output: 10 })
})

test('impossible counts are ignored', () => {
  expect(counted({ total: 100, cacheRead: 90, cacheWrite: 50 })).toMatchObject({ cached: 90, cacheWrite: 10 })
  expect(counted({ total: 100, cacheRead: 900, cacheWrite: -1 })).toEqual({ input: 100, cached: 100, output: 10 })
})

test.each([1e25, Number.POSITIVE_INFINITY, Number.NaN, -1])(
  '%d tokens cannot be stored, and count as unknown',
  (total) => {
    expect(counted({ total })).toBeNull()
    expect(counted({ total: 100 }, total)).toBeNull()
    expect(counted({ total: 100, cacheRead: total, cacheWrite: total })).toEqual({ input: 100, cached: 0, output: 10 })
  },
)

test('a fraction of a token is rounded', () => {
  expect(counted({ total: 1.5, cacheRead: 0.4 })).toEqual({ input: 2, cached: 0, output: 10 })
})

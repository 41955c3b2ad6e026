import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ulids } from './ulids.ts'

const at = (now: number) => ({ now: () => now })
const bytes = (value: number) => (size: number) => new Uint8Array(size).fill(value)

describe('ulids', () => {
  test('are 26 characters: the time, then random ones', () => {
    expect(ulids(at(1_469_918_176_385), bytes(0)).next()).toBe('01ARYZ6S410000000000000000')
    expect(ulids(at(1_469_918_176_385), bytes(255)).next()).toBe('01ARYZ6S41ZZZZZZZZZZZZZZZZ')
    expect(ulids(at(Date.now()), randomBytes).next()).toMatch(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/)
  })

  test('count up within one millisecond', () => {
    const ids = ulids(at(0), bytes(0))
    expect([ids.next(), ids.next()]).toEqual(['0'.repeat(26), `${'0'.repeat(25)}1`])
  })

  test('still sort when a millisecond runs out of ids', () => {
    const ids = ulids(at(0), bytes(255))
    const first = ids.next()
    expect(ids.next() > first).toBe(true)
  })

  test('sort in creation order, no matter what the clock does', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 2 ** 45 }), { minLength: 2 }), (times) => {
        const ids = ulids({ now: () => times[made.length] ?? 0 }, randomBytes)
        const made: string[] = []
        for (const _ of times) made.push(ids.next())
        expect(made).toEqual(made.toSorted())
        expect(new Set(made).size).toBe(made.length)
      }),
    )
  })
})

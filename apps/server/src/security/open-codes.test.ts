import { describe, expect, test } from 'vitest'
import { openCodes } from './open-codes.ts'

function codesAt(start = 0) {
  const clock = { now: start }
  return { clock, codes: openCodes(() => clock.now) }
}

describe('a code', () => {
  test('is valid once, and then reported as used', () => {
    const { codes } = codesAt()
    const code = codes.make()
    expect([codes.take(code), codes.take(code), codes.take(code)]).toEqual(['right', 'used', 'used'])
  })

  test('is valid for less than a minute', () => {
    const { clock, codes } = codesAt()
    const [first, second] = [codes.make(), codes.make()]
    clock.now = 59_999
    expect(codes.take(first)).toBe('right')
    clock.now = 60_000
    expect([codes.take(first), codes.take(second)]).toEqual(['wrong', 'wrong'])
  })

  test('cannot be guessed from another, and nothing else is accepted', () => {
    const { codes } = codesAt()
    const [first, second] = [codes.make(), codes.make()]
    expect(first).not.toBe(second)
    expect(first).toMatch(/^[\w-]{43}$/u)
    for (const other of ['', first.slice(1), `${first}x`, first.toLowerCase()]) expect(codes.take(other)).toBe('wrong')
    expect(codes.take(second)).toBe('right')
  })

  test('is forgotten after eight newer ones', () => {
    const { codes } = codesAt()
    const [oldest, ...newer] = Array.from({ length: 9 }, () => codes.make())
    expect(codes.take(oldest ?? '')).toBe('wrong')
    expect(newer.map((code) => codes.take(code))).toEqual(newer.map(() => 'right'))
  })
})

import { describe, expect, test } from 'vitest'
import type { EffectKey } from '../shared/ids.ts'
import { backOff } from './retry.ts'
import { begun, domain, ends, failure, reply, underWay, wanted } from './session.fixture.ts'

const key = '1/ada/say1.1' as EffectKey

describe('the wait before a retry', () => {
  test('doubles up to 30 s, between half and all of its step', () => {
    for (const [failures, step] of [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000].entries()) {
      expect(backOff(key, failures, undefined)).toBeGreaterThanOrEqual(step / 2)
      expect(backOff(key, failures, undefined)).toBeLessThanOrEqual(step)
    }
  })

  test('is the same for the same call, but differs between calls', () => {
    expect(backOff(key, 0, undefined)).toBe(backOff(key, 0, undefined))
    expect(backOff(key, 0, undefined)).not.toBe(backOff('1/bert/say1.1' as EffectKey, 0, undefined))
  })

  test('is what the server asks for, if it does', () => {
    expect(backOff(key, 0, 45_000)).toBe(45_000)
    expect(backOff(key, 0, -5)).toBe(0)
    expect(backOff(key, 9, 45_000)).toBe(45_000)
  })

  test('is longer than what the server asks for once that was too short several times', () => {
    expect(backOff(key, 3, 1_000)).toBe(1_000)
    expect(backOff(key, 9, 1_000)).toBeGreaterThanOrEqual(15_000)
  })
})

describe('a failed call', () => {
  test('is tried four times in total, and then its agent has failed', () => {
    let session = underWay(begun())
    for (let attempt = 1; attempt <= 3; attempt++) {
      session = ends(session, 'ada', failure('server_error', { retryAfterMs: 0 }))
      expect(wanted(session).map((effect) => effect.key)).toEqual([`1/ada/say1.${attempt + 1}`])
      session = underWay(session)
    }
    const failed = ends(session, 'ada', failure('server_error'))
    expect(failed.run?.finished).toMatchObject({ state: 'failed', reason: 'error:server_error' })
  })

  test('by a provider that asks for patience gets minutes of it, and the last words say what helps', () => {
    let session = underWay(begun())
    const from = session.at
    for (let tries = 0; tries < 30 && !session.run?.finished; tries++) {
      session = ends(session, 'ada', failure('rate_limited', { retryAfterMs: 3_000 }))
      session = underWay({ ...session, at: wanted(session)[0]?.notBefore ?? session.at })
    }
    expect(session.at - from).toBeGreaterThan(2 * 60_000)
    expect(session.run?.finished?.summary).toMatch(
      /It was tried 14 times\. Try again in a few minutes, or use another model\.$/u,
    )
  })

  test('is not due before its wait is over', () => {
    const session = ends(underWay(begun()), 'ada', failure('rate_limited', { retryAfterMs: 20_000 }))
    expect(wanted(session)[0]?.notBefore).toBe(session.at + 20_000)
    expect(underWay(session).started).toEqual({})
  })

  test('that no retry can fix fails immediately', () => {
    const failed = ends(underWay(begun()), 'ada', failure('unauthorized', { retryable: false }))
    expect(failed.run?.finished?.reason).toBe('error:unauthorized')
  })

  test('with an empty answer is retried once', () => {
    const once = underWay(ends(underWay(begun()), 'ada', reply('  ')))
    const later = { ...once, at: once.at + 60_000 }
    const again = underWay(later)
    expect(ends(again, 'ada', reply('')).run?.finished?.reason).toBe('error:empty_reply')
  })

  test('keeps what it had said, and records its possible cost as uncertain', () => {
    const facts = domain.absorb(
      underWay(begun()),
      Object.values(underWay(begun()).started)[0] as never,
      failure('stream_truncated', { partial: 'Half' }),
    )
    expect(facts).toMatchObject([
      { type: 'model.failed', data: { partial: 'Half', outcome: 'retry' } },
      { type: 'usage', data: { uncertain: true } },
    ])
  })

  test('that the provider never accepted costs nothing', () => {
    const session = underWay(begun())
    const facts = domain.absorb(session, Object.values(session.started)[0] as never, failure('rate_limited'))
    expect(facts.map(({ type }) => type)).toEqual(['model.failed'])
  })

  test('is billed each time, whatever the result', () => {
    const usage = { input: 100, cached: 0, output: 900 }
    let session = underWay(begun())
    for (const code of ['empty_reply', 'empty_reply'])
      session = underWay({
        ...ends(session, 'ada', failure(code, { usage, retryAfterMs: 0 })),
        at: session.at + 60_000,
      })
    expect(session.spent).toMatchObject({ calls: 2, input: 200, output: 1_800 })
    expect(session.uncertain.calls).toBe(0)
  })

  test('that was killed before its first word may have cost its thinking', () => {
    const session = ends(underWay(begun()), 'ada', failure('timeout', { received: 'Hm. '.repeat(100) }))
    expect(session.uncertain).toMatchObject({ calls: 1, output: 100 })
    expect(session.uncertain.input).toBeGreaterThan(0)
  })
})

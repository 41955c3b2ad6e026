import type { SessionId } from '@convene/domain'
import { describeCircuits, fakeClock } from '@convene/testkit'
import { expect, test } from 'vitest'
import { circuitBreakers } from './circuit-breaker.ts'

await describeCircuits('memory', async () => {
  const clock = fakeClock()
  const breakers = circuitBreakers(clock)
  return { mine: breakers, theirs: breakers, pass: async (ms) => void clock.advance(ms), close: async () => {} }
})

test('an open circuit ignores changes to the wall clock', async () => {
  const clock = fakeClock()
  const breakers = circuitBreakers(clock)
  const call = { session: 'S' as SessionId, model: 'alpha/one' }
  const outcome = { kind: 'failed', code: 'overloaded', message: '', retryable: true, partial: '', ms: 1 } as const
  for (const _ of Array(5)) await breakers.leave(call, { ...outcome, usage: null })
  clock.jump(3_600_000)
  expect(await breakers.enter(call)).toMatchObject({ code: 'circuit_open', retryAfterMs: 30_000 })
})

import type { Outcome } from '@convene/domain'
import { fakeClock } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { circuitBreakers } from './circuit-breaker.ts'

const failed = (code: string): Outcome => ({
  kind: 'failed',
  code,
  message: code,
  retryable: true,
  partial: '',
  usage: null,
  ms: 1,
})
const aborted: Outcome = { kind: 'aborted', partial: '', ms: 1 }
const model = 'alpha/one'

function broken(times: number, code = 'overloaded') {
  const clock = fakeClock()
  const breakers = circuitBreakers(clock)
  for (let call = 0; call < times; call++) {
    breakers.enter(model)
    breakers.leave(model, failed(code))
  }
  return { clock, breakers }
}

describe('a circuit', () => {
  test('stays closed for four failures in a row', () => {
    expect(broken(4).breakers.enter(model)).toBeUndefined()
  })

  test('opens after five, for all models of the provider, and says for how long', () => {
    const { breakers } = broken(5)
    expect(breakers.enter('alpha/two')).toMatchObject({ code: 'circuit_open', retryable: true, retryAfterMs: 30_000 })
    expect(breakers.enter('beta/one')).toBeUndefined()
  })

  test('is closed again by one success', () => {
    const { breakers } = broken(4)
    breakers.leave(model, failed('refused'))
    breakers.leave(model, failed('overloaded'))
    expect(breakers.enter(model)).toBeUndefined()
  })

  test('lets one probe through after 30 s, and the others wait for it', () => {
    const { breakers, clock } = broken(5)
    clock.advance(30_000)
    expect(breakers.enter(model)).toBeUndefined()
    expect(breakers.enter(model)).toMatchObject({ code: 'circuit_open' })
    breakers.leave(model, { kind: 'reply', text: 'ok', reasoning: '', calls: [], usage: null, finish: 'stop', ms: 1 })
    expect(breakers.enter(model)).toBeUndefined()
  })

  test('opens again when the probe fails', () => {
    const { breakers, clock } = broken(5)
    clock.advance(30_000)
    breakers.enter(model)
    breakers.leave(model, failed('network'))
    expect(breakers.enter(model)).toMatchObject({ retryAfterMs: 30_000 })
  })

  test('releases the probe when its call is aborted', () => {
    const { breakers, clock } = broken(5)
    clock.advance(30_000)
    breakers.enter(model)
    breakers.leave(model, aborted)
    expect(breakers.enter(model)).toBeUndefined()
  })

  test('does not count faults of a single request', () => {
    expect(broken(9, 'context_overflow').breakers.enter(model)).toBeUndefined()
  })

  test('ignores changes to the wall clock', () => {
    const { breakers, clock } = broken(5)
    clock.jump(3_600_000)
    expect(breakers.enter(model)).toMatchObject({ code: 'circuit_open' })
  })
})

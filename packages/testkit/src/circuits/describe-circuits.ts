import type { Outcome } from '@convene/domain'
import type { CircuitBreakers } from '@convene/engine'
import { type Contract, describeContract } from '../contract/describe-contract.ts'
import { sessionNumber } from '../event-log/sample-events.ts'

export type CircuitsFixture = {
  readonly mine: CircuitBreakers
  /** Another process's breakers, or the same if only one process knows them. */
  readonly theirs: CircuitBreakers
  pass(ms: number): Promise<void>
  close(): Promise<void>
}

/** Every promise of the `CircuitBreakers` port, as tests. The session with the number 1 exists. */
export function describeCircuits(name: string, open: () => Promise<CircuitsFixture>): Promise<void> {
  return describeContract(`circuit breakers in ${name}`, open, promises)
}

const failed = (code: string): Outcome => ({
  ...{ kind: 'failed', code, message: code, retryable: true, partial: '', usage: null, ms: 1 },
})
const reply: Outcome = { kind: 'reply', text: 'ok', reasoning: '', calls: [], usage: null, finish: 'stop', ms: 1 }
const aborted: Outcome = { kind: 'aborted', partial: '', ms: 1 }

const call = (model = 'alpha/one') => ({ session: sessionNumber(1), model })

async function broken({ mine, theirs }: CircuitsFixture, times: number, code = 'overloaded'): Promise<void> {
  for (let number = 0; number < times; number += 1) {
    const breakers = number % 2 ? theirs : mine
    await breakers.enter(call())
    await breakers.leave(call(), failed(code))
  }
}

const promises: Contract<CircuitsFixture> = {
  'stay closed for four failures in a row': async (fixture, expect) => {
    await broken(fixture, 4)
    expect(await fixture.theirs.enter(call())).toBeUndefined()
  },
  'open after five, for all models of the provider, and say for how long': async (fixture, expect) => {
    await broken(fixture, 5)
    const refused = await fixture.theirs.enter(call('alpha/two'))
    expect(refused).toMatchObject({ code: 'circuit_open', retryable: true })
    const { retryAfterMs = 0 } = refused as { retryAfterMs?: number }
    expect([retryAfterMs > 20_000, retryAfterMs <= 30_000]).toEqual([true, true])
    expect(await fixture.theirs.enter(call('beta/one'))).toBeUndefined()
  },
  'count only failures in a row': async (fixture, expect) => {
    await broken(fixture, 4)
    await fixture.mine.enter(call())
    await fixture.mine.leave(call(), failed('refused'))
    await broken(fixture, 1)
    expect(await fixture.theirs.enter(call())).toBeUndefined()
  },
  'let one probe through after 30 s, and the others wait for it': async (fixture, expect) => {
    const { mine, theirs } = fixture
    await broken(fixture, 5)
    await fixture.pass(30_000)
    const tried = await Promise.all([mine.enter(call()), theirs.enter(call()), mine.enter(call())])
    expect(tried.filter((refused) => refused === undefined)).toHaveLength(1)
    await mine.leave(call(), reply)
    expect([await theirs.enter(call()), await mine.enter(call())]).toEqual([undefined, undefined])
  },
  'open again when the probe fails': async (fixture, expect) => {
    await broken(fixture, 5)
    await fixture.pass(30_000)
    expect(await fixture.mine.enter(call())).toBeUndefined()
    await fixture.mine.leave(call(), failed('network'))
    expect(await fixture.theirs.enter(call())).toMatchObject({ code: 'circuit_open' })
  },
  'release the probe when its call is aborted': async (fixture, expect) => {
    await broken(fixture, 5)
    await fixture.pass(30_000)
    expect(await fixture.mine.enter(call())).toBeUndefined()
    await fixture.mine.leave(call(), aborted)
    expect(await fixture.theirs.enter(call())).toBeUndefined()
  },
  'do not count faults of a single request': async (fixture, expect) => {
    await broken(fixture, 9, 'context_overflow')
    expect(await fixture.theirs.enter(call())).toBeUndefined()
  },
}

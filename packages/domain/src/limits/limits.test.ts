import { describe, expect, test } from 'vitest'
import { fact } from '../event/event.ts'
import { modes } from '../modes/modes.ts'
import {
  begun,
  domain,
  ends,
  failure,
  reply,
  seat,
  settled,
  told,
  underWay,
  wanted,
} from '../session/session.fixture.ts'
import type { EffectKey } from '../shared/ids.ts'
import { tokensOf } from '../usage/usage.ts'
import { Limits, noLimits } from './limits.ts'

const three = [seat('ada', { maxTokens: 1000 }), seat('bert', { maxTokens: 1000 }), seat('cleo', { maxTokens: 1000 })]
const calls = (session: ReturnType<typeof begun>) => wanted(session).filter(({ kind }) => kind === 'model')

describe('tokens', () => {
  test('parallel calls start only while all their reservations fit', () => {
    const session = begun({ mode: 'broadcast', members: three, limits: { maxTotalTokens: 2_500 } })
    const reserves = calls(session).map((effect) =>
      effect.kind === 'model' ? effect.reserve.input + effect.reserve.output : 0,
    )
    expect(reserves.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(2_500)
    expect(reserves.length).toBeGreaterThan(0)
  })

  test('a released reservation lets the next call start', () => {
    const session = begun({ mode: 'broadcast', members: three, limits: { maxTotalTokens: 3_000 } })
    const before = calls(session).length
    const answered = ends(underWay(session), 'ada', reply('One.', { usage: { input: 50, cached: 0, output: 10 } }))
    expect(calls(answered).length).toBeGreaterThanOrEqual(before)
    expect(calls(answered).some((effect) => effect.key.startsWith('1/cleo'))).toBe(true)
  })

  test('a run with no room left and no calls in progress ends incomplete, with the limit as its reason', () => {
    const session = begun({ mode: 'sequential', members: three, limits: { maxTotalTokens: 1_500 } })
    const spent = ends(underWay(session), 'ada', reply('One.', { usage: { input: 900, cached: 0, output: 500 } }))
    expect(spent.run?.finished).toMatchObject({ state: 'cancelled', reason: 'limit:tokens', summary: 'One.' })
  })

  test('an answer is cut to the remaining room rather than refused', () => {
    const [call] = calls(begun({ members: [seat('ada')], limits: { maxTotalTokens: 2_000 } }))
    expect(call?.kind === 'model' && call.reserve.output).toBeLessThan(2_000)
    expect(call?.kind === 'model' && call.reserve.output).toBeGreaterThan(1_000)
  })
})

describe('money', () => {
  test('a cap holds no matter how many calls run in parallel', () => {
    const session = begun({ mode: 'broadcast', members: three, limits: { maxCostUsd: 0.003 } })
    const costs = calls(session).map((effect) => (effect.kind === 'model' ? (effect.reserve.costUsd ?? 1) : 0))
    expect(costs.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(0.003)
  })

  test('a reached cap is the run’s reason', () => {
    const session = begun({ mode: 'sequential', members: three, limits: { maxCostUsd: 0.002 } })
    const spent = ends(underWay(session), 'ada', reply('One.', { usage: { input: 1000, cached: 0, output: 500 } }))
    expect(spent.run?.finished?.reason).toBe('limit:cost')
  })
})

describe('model calls', () => {
  const calling = (target: string) =>
    reply('Looking.', { calls: [{ tool: 'fly', input: { target } }], finish: 'tools' })

  test('end the run within the stated number, including the last words', () => {
    let session = underWay(begun({ members: [seat('ada', { maxIterations: 90 })], limits: { maxCalls: 10 } }))
    let count = 1
    for (; Object.keys(session.started).length > 0 && count < 50; count++)
      session = underWay(ends(session, 'ada', calling(`${count}`)))
    expect(session.run?.finished).toMatchObject({ state: 'cancelled' })
    expect(session.run?.calls).toBeLessThanOrEqual(10)
  })

  test('include retries of a failed call', () => {
    const once = ends(underWay(begun({ limits: { maxCalls: 10 } })), 'ada', failure('overloaded', { retryAfterMs: 0 }))
    expect(underWay(once).run?.calls).toBe(2)
  })

  test('limited to one still get the work done', () => {
    expect(calls(begun({ limits: { maxCalls: 1 } }))).toHaveLength(1)
  })
})

describe('every mode', () => {
  test.each(Object.values(modes))('$name has default limits on calls, tokens and minutes', (mode) => {
    const limits = mode.limits({ members: three })
    expect(Limits.parse({ ...noLimits, ...limits })).toMatchObject(limits)
    expect(Math.min(limits.maxCalls, limits.maxTotalTokens, limits.maxDuration)).toBeGreaterThan(0)
  })
})

describe('turns', () => {
  test('end the run when used up, even if an agent is waiting for the user', () => {
    const started = underWay(begun({ mode: 'broadcast', members: three.slice(0, 2), limits: { maxTurns: 2 } }))
    const calling = (tool: string, input: object) => reply('', { calls: [{ tool, input }], finish: 'tools' })
    const asking = ends(started, 'ada', calling('question', { question: 'Which?', options: [] }))
    expect(Object.values(asking.questions)).toHaveLength(1)
    const over = ends(asking, 'bert', calling('nothing', {}))
    expect(over.run?.finished?.reason).toBe('limit:turns')
    expect(over.questions).toEqual({})
  })

  test('members beyond the limit are not asked', () => {
    const session = underWay(begun({ mode: 'broadcast', members: three, limits: { maxTurns: 2 } }))
    expect(Object.keys(session.started)).toEqual(['1/ada/say1.1', '1/bert/say1.1'])
    const one = ends(session, 'ada', reply('One.'))
    const done = ends(one, 'bert', reply('Two.'))
    expect(done.run?.finished).toMatchObject({ state: 'cancelled', reason: 'limit:turns' })
  })

  test('an agent that still wants tools gets one last call without them', () => {
    const tools = {
      read: { name: 'read', description: '', input: {}, permission: 'read', readOnly: true, timeoutMs: 1 },
    }
    const rules = [{ layer: 'user', rules: { read: 'allow' } }]
    const session = underWay(begun({ limits: { maxTurns: 1 }, settings: { tools, permissions: rules } }))
    const wants = ends(session, 'ada', reply('Let me see.', { calls: [{ tool: 'read', input: {} }], finish: 'tools' }))
    const inspected = settled(
      wants,
      domain.absorb(wants, wanted(wants)[0] as never, { kind: 'inspected', resources: [] }),
    )
    const ran = underWay(inspected)
    const tool = Object.values(ran.started)[0] as never
    const closing = underWay(settled(ran, domain.absorb(ran, tool, { kind: 'output', ok: true, output: 'x', ms: 1 })))
    const call = Object.values(closing.started)[0]
    expect(call?.kind === 'model' && domain.prompt(closing, call).tools).toEqual([])
    const done = ends(closing, 'ada', reply('What I have.'))
    expect(done.run?.finished).toMatchObject({ state: 'cancelled', reason: 'limit:turns', summary: 'What I have.' })
  })
})

describe('time', () => {
  const fired = (session: ReturnType<typeof begun>) =>
    settled(session, [fact('timer.fired', { effect: '1/time' as EffectKey })], session.at + 600_000)

  test('ends calls in progress, and an agent reports what it has', () => {
    const late = fired(underWay(begun({ limits: { maxDuration: 10 } })))
    expect(wanted(late).map(({ key }) => key)).toEqual(['1/ada/say1.2'])
  })

  test('keeps what a member had said when it was cut off', () => {
    const late = fired(underWay(begun({ mode: 'broadcast', members: [seat('ada')], limits: { maxDuration: 10 } })))
    expect(wanted(late)).toEqual([])
    const cut = ends(late, 'ada', { kind: 'aborted', partial: 'Half a thou', ms: 5 })
    expect(cut.run?.finished?.reason).toBe('limit:time')
    expect(cut.messages.tail.at(-1)).toMatchObject({ text: 'Half a thou', incomplete: true })
  })
})

test('a follow-up is still answered after a limit was reached', () => {
  const session = begun({ mode: 'sequential', members: three, limits: { maxTurns: 1 } })
  const done = ends(underWay(session), 'ada', reply('One.'))
  expect(done.run?.finished?.reason).toBe('limit:turns')
  const asked = underWay(told(done, { type: 'message', text: 'And?' }))
  expect(tokensOf(ends(asked, 'ada', reply('So.')).spent)).toBeGreaterThan(0)
})

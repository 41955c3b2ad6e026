import { expect, test } from 'vitest'
import { fact } from '../event/event.ts'
import { begun, domain, ends, reply, settled, told, underWay, wanted } from '../session/session.fixture.ts'
import type { Session } from '../state/session.ts'
import { callTimes, mayCallAt } from './rate-limit.ts'

const tools = { read: { name: 'read', description: '', input: {}, permission: 'read', readOnly: true, timeoutMs: 1 } }
const permissions = [{ layer: 'user', rules: { '*': 'allow' } }]

function reads(session: Session, path: string): Session {
  const called = ends(session, 'ada', reply('', { calls: [{ tool: 'read', input: { path } }], finish: 'tools' }))
  const inspect = wanted(called).find(({ kind }) => kind === 'inspect')
  const judged = settled(called, domain.absorb(called, inspect as never, { kind: 'inspected', resources: [] }))
  const running = underWay(judged)
  const tool = Object.values(running.started).find(({ kind }) => kind === 'tool')
  if (!tool) return running
  return underWay(settled(running, domain.absorb(running, tool, { kind: 'output', ok: true, output: 'x', ms: 1 })))
}

test('the same call three times in a row asks, even if it is allowed', () => {
  let session = underWay(begun({ settings: { tools, permissions } }))
  for (const path of ['a', 'a', 'a']) session = reads(session, path)
  const [ask] = Object.values(session.asks)
  expect(ask?.rule).toBe('the same call three times in a row (loop guard)')
  const denied = told(session, { type: 'permit', ask: ask?.ask as never, answer: 'deny', by: 'user' })
  expect(denied.asks).toEqual({})
})

test('repeated calls with others in between are not a loop', () => {
  let session = underWay(begun({ settings: { tools, permissions } }))
  for (const path of ['a', 'a', 'b', 'a', 'a']) session = reads(session, path)
  expect(session.asks).toEqual({})
})

test('the sixty-first call in a minute waits until the first is a minute old', () => {
  const times = Array.from({ length: 60 }, (_, index) => index).reduce<readonly number[]>(callTimes, [])
  expect(mayCallAt(times, 1_000)).toBe(60_000)
  expect(mayCallAt(times, 60_000)).toBeUndefined()
  expect(mayCallAt(times.slice(1), 1_000)).toBeUndefined()
  expect(callTimes(times, 99)).toHaveLength(60)
})

test('an agent waiting for the rate limit is reported once', () => {
  const session = underWay(begun({ settings: { tools, permissions } }))
  const run = { ...session.run, callTimes: { ada: Array.from({ length: 60 }, () => session.at) } }
  const busy = { ...session, run: run as NonNullable<Session['run']> }
  const called = ends(busy, 'ada', reply('', { calls: [{ tool: 'read', input: { path: 'a' } }], finish: 'tools' }))
  const inspect = wanted(called).find(({ kind }) => kind === 'inspect')
  const facts = domain.absorb(called, inspect as never, { kind: 'inspected', resources: [] })
  const waiting = settled(called, facts)
  expect(waiting.warned).toEqual({ rate_limit: 1 })
  expect(wanted(waiting)).toMatchObject([{ kind: 'tool', notBefore: session.at + 60_000 }])
  expect(settled(waiting, [], waiting.at + 30_000).warned).toEqual({ rate_limit: 1 })
})

test('waiting calls do not all start at the same time', () => {
  const times = Array.from({ length: 60 }, (_, index) => index * 100)
  expect([0, 1, 2].map((ahead) => mayCallAt(times, 10_000, ahead))).toEqual([60_000, 60_100, 60_200])
  expect(mayCallAt([], 0, 59)).toBeUndefined()
  expect(mayCallAt([], 0, 60)).toBe(60_000)
})

test('setting the clock back does not block the next call until the old time is reached', () => {
  const session = underWay(begun({ settings: { tools, permissions } }))
  const times = Array.from({ length: 60 }, () => session.at)
  const run = { ...session.run, callTimes: { ada: times } } as NonNullable<Session['run']>
  const back = settled({ ...session, run }, [fact('clock.jumped', { ms: -86_400_000 })])
  expect(mayCallAt(back.run?.callTimes.ada ?? [], session.at - 86_400_000)).toBe(session.at - 86_400_000 + 60_000)
})

test('a plain no also denies the task’s other asks, but a no with a reason does not', () => {
  const ask = [{ layer: 'user', rules: { read: 'ask' } }]
  const calls = ['a', 'b'].map((path) => ({ tool: 'read', input: { path } }))
  let session = ends(
    underWay(begun({ settings: { tools, permissions: ask } })),
    'ada',
    reply('', { calls, finish: 'tools' }),
  )
  for (const inspect of wanted(session).filter(({ kind }) => kind === 'inspect'))
    session = settled(session, domain.absorb(session, inspect, { kind: 'inspected', resources: [] }))
  const [first] = Object.values(session.asks)
  expect(Object.keys(session.asks)).toHaveLength(2)
  const reasoned = { type: 'permit', ask: first?.ask as never, answer: 'deny', by: 'user', reason: 'not now' } as const
  expect(Object.keys(told(session, reasoned).asks)).toHaveLength(1)
  expect(told(session, { type: 'permit', ask: first?.ask as never, answer: 'deny', by: 'user' }).asks).toEqual({})
})

test('a wide grant does not lower a built-in floor, but an exact grant does', () => {
  const bash = { name: 'bash', description: '', input: {}, permission: 'bash', readOnly: false, timeoutMs: 1 }
  const calls = [{ tool: 'bash', input: { command: 'git -c x=y push' } }]
  const resources = [{ permission: 'bash', target: 'git -c x=y push', verdict: 'ask' as const }]
  const judged = (grants: string[]) => {
    const settings = { tools: { bash }, permissions: [{ layer: 'user', rules: { bash: 'ask' } }], grants }
    const called = ends(underWay(begun({ settings })), 'ada', reply('', { calls, finish: 'tools' }))
    const inspect = wanted(called).find(({ kind }) => kind === 'inspect')
    return settled(called, domain.absorb(called, inspect as never, { kind: 'inspected', resources }))
  }
  expect(Object.keys(judged(['bash:git *']).asks)).toHaveLength(1)
  expect(judged(['bash:git -c x=y push']).asks).toEqual({})
})

import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { partsOf, replyOf, result, textIn, trial, user } from './acp.fixture.ts'
import { Spending } from './spending.ts'

const cost = (amount: number) =>
  ({
    do: 'update',
    update: { sessionUpdate: 'usage_update', used: 1, size: 2, cost: { amount, currency: 'USD' } },
  }) as const
const step = { do: 'ask', kind: 'execute', title: 'Test', input: { command: 'npm test' } } as const
const hang = { do: 'hang' } as const

test('a cost that arrives between a question and its answer is charged with the rest of the turn', async () => {
  const { ask } = trial()
  const first = [user(cost(1), { ...step, thenCosts: 3 }, cost(4))]
  const cut = await ask(first)
  await pause(300)
  const ends = [cut, await ask([...first, replyOf(cut), result(true)])].map((parts) => parts.at(-1))
  expect(ends).toMatchObject([{ finish: 'tools' }, { finish: 'stop' }])
  expect(ends.reduce((sum, end) => sum + ((end?.type === 'finish' && end.costUsd) || 0), 0)).toBe(4)
})

test('a turn that ends before the user’s message is sent counts too', async () => {
  const { ask } = trial()
  const first = [user(step)]
  const parts = await ask([...first, replyOf(await ask(first)), result(true), user('And?')])
  expect(parts.at(-1)).toMatchObject({ usage: { input: 200, output: 20 } })
})

test('a failed turn is charged, including the cost of a cancelled one before it', async () => {
  const tried = trial()
  const abort = new AbortController()
  const reading = partsOf(tried.models, tried.request([user({ do: 'say', text: 'x' }, cost(2), hang)]), abort.signal)
  while (!tried.agent.log().some((entry) => 'hangs' in entry)) await pause(20)
  abort.abort()
  await reading
  const failing = await tried.ask([user(cost(5), { do: 'fail', code: -32603, message: 'No luck' })])
  expect(failing.at(-1)).toMatchObject({ type: 'failed', costUsd: 5, usage: { input: 100, output: 10 } })
  const parts = await tried.ask([user('Again.')])
  expect(textIn(parts)).toBe('Done.')
  expect(parts.at(-1)).toMatchObject({ costUsd: 0, usage: { input: 100, output: 10 } })
})

test.each([
  ['refuses', { do: 'stop', reason: 'refusal' }],
  ['crashes', { do: 'crash' }],
] as const)('the last turn of an agent that %s is charged', async (_, deed) => {
  const parts = await trial().ask([user({ do: 'say', text: 'x' }, cost(3), deed)])
  expect(parts.at(-1)).toMatchObject({ type: 'failed', costUsd: 3 })
})

test('a session reopened after a crash is not charged again for the crashed turn', async () => {
  const { ask } = trial()
  const first = [user(cost(1))]
  const lines = [...first, replyOf(await ask(first))]
  const crash = await ask([...lines, user(cost(4), { do: 'crash' })])
  const after = await ask([...lines, user(cost(6))])
  expect([crash, after].map((parts) => parts.at(-1))).toMatchObject([{ costUsd: 3 }, { costUsd: 2 }])
})

test('an agent that counts its whole session is charged only once per turn', () => {
  const spending = new Spending(true)
  const ended = (inputTokens: number) =>
    spending.turnEnded({ stopReason: 'end_turn', usage: { inputTokens, outputTokens: 1, totalTokens: 1 } } as never)
  ended(100)
  ended(150)
  expect(spending.take()).toEqual({ usage: { input: 150, cached: 0, output: 1 } })
  ended(175)
  expect(spending.take().usage?.input).toBe(25)
  expect(spending.take().usage).toBeNull()
})

test.each([1.5, 1e25, Number.NaN, Number.POSITIVE_INFINITY, -1, '7'])('%s tokens are not counted', (count) => {
  const spending = new Spending()
  const ended = (usage: object) => spending.turnEnded({ stopReason: 'end_turn', usage } as never)
  ended({ inputTokens: count, outputTokens: 1 })
  ended({ inputTokens: 1, outputTokens: count })
  expect(spending.take().usage).toBeNull()
  ended({ inputTokens: 9, outputTokens: 1, totalTokens: count, cachedReadTokens: count, cachedWriteTokens: count })
  expect(spending.take().usage).toEqual({ input: 9, cached: 0, output: 1 })
})

test.each([1e25, Number.NaN, -1, '7'])('a cost of %s is ignored', (amount) => {
  const spending = new Spending()
  spending.heard({ sessionUpdate: 'usage_update', cost: { amount: 0.25, currency: 'USD' } })
  spending.heard({ sessionUpdate: 'usage_update', cost: { amount, currency: 'USD' } })
  expect(spending.take().costUsd).toBe(0.25)
})

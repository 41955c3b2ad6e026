import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ModelPart } from '@convene/engine'
import { expect, onTestFinished, test } from 'vitest'
import { requestOf } from '../models.fixture.ts'
import { providerModels } from '../provider-models.ts'

type Call = { readonly method: string; readonly params: { readonly id?: string }; readonly authorization?: string }
type Reply = (call: Call, count: number) => unknown

const status = (state: string, text?: string) => ({
  state: `TASK_STATE_${state}`,
  ...(text !== undefined && { message: { parts: [{ text }] } }),
})
const task = (state: string, text?: string, artifacts: readonly object[] = []) => ({
  id: 't1',
  status: status(state, text),
  artifacts,
})
const made = (...texts: readonly string[]) => texts.map((text) => ({ parts: [{ text }, { data: {} }] }))

/** An agent on loopback with scripted answers, and the requests it received. */
async function agent(reply: Reply, card: (address: string) => unknown = cardAt) {
  const calls: Call[] = []
  const server = createServer(async (request, response) => {
    const { authorization } = request.headers
    const answer = (value: unknown) => response.end(typeof value === 'string' ? value : JSON.stringify(value))
    if (request.url === '/.well-known/agent-card.json') return answer(card(address))
    const { method, params } = JSON.parse(await new Response(request as never).text())
    const call = { method, params, ...(authorization && { authorization }) }
    calls.push(call)
    const result = reply(call, calls.filter((each) => each.method === method).length)
    if (typeof result === 'number') response.statusCode = result
    answer(typeof result === 'object' ? { jsonrpc: '2.0', id: 1, ...result } : String(result))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const providers = { research: { type: 'a2a' as const, baseURL: address, apiKey: 'secret-token' } }
  const model = providerModels({ providers }, {})
  const ask = async (signal = new AbortController().signal) => {
    const parts: ModelPart[] = []
    for await (const part of model.stream(requestOf('research/agent'), signal)) parts.push(part)
    return { text: parts.flatMap((part) => (part.type === 'text' ? part.text : [])).join(''), last: parts.at(-1) }
  }
  return { ask, calls }
}

const cardAt = (address: string) => ({
  supportedInterfaces: [{ url: `${address}/a2a`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
})

test('a task is polled until it has ended, and its artifacts are the answer', async () => {
  const working: Reply = ({ method }, count) => {
    if (method === 'SendMessage') return { result: { task: task('SUBMITTED') } }
    return { result: count < 2 ? task('WORKING', 'Reading.') : task('COMPLETED', 'Ready.', made('First.', 'Second.')) }
  }
  const { ask, calls } = await agent(working)
  expect(await ask()).toMatchObject({ text: 'First.\n\nSecond.', last: { type: 'finish', usage: null } })
  expect(calls.map(({ method }) => method)).toEqual(['SendMessage', 'GetTask', 'GetTask'])
  expect(calls[0]?.authorization).toBe('Bearer secret-token')
  expect(JSON.stringify(calls[0]?.params)).toContain('Which colours do apples have?')
  expect(calls[0]?.params).toMatchObject({ message: { metadata: { skillId: 'agent' } } })
})

test.each<[string, unknown, string]>([
  ['an immediate message', { message: { parts: [{ text: 'Hello.' }] } }, 'Hello.'],
  ['a task without artifacts', { task: task('COMPLETED', 'In short: yes.') }, 'In short: yes.'],
  ['a question', { task: task('INPUT_REQUIRED', 'Which year?') }, 'I need to know first: Which year?'],
])('%s is an answer', async (_what, result, text) => {
  const { ask } = await agent(({ method }) => ({ result: method === 'CancelTask' ? task('CANCELED') : result }))
  expect((await ask()).text).toBe(text)
})

test.each<[string, Reply, object]>([
  ['fails', () => ({ result: { task: task('FAILED', 'Out of paper.') } }), { message: /failed: Out of paper/u }],
  ['rejects', () => ({ result: { task: task('REJECTED') } }), { message: /rejected/u, retryable: false }],
  ['requires a login', () => ({ result: { task: task('AUTH_REQUIRED') } }), { message: /auth required/u }],
  ['refuses', () => ({ error: { code: -32004, message: 'Not today.' } }), { message: /Not today/u }],
  ['does not accept the token', () => 401, { code: 'unauthorized' }],
  ['is overloaded', () => 503, { code: 'overloaded', retryable: true }],
  ['does not write JSON', () => '<html>', { code: 'protocol' }],
  ['writes unexpected JSON', () => ({ result: { job: 7 } }), { code: 'protocol', message: /A2A 1\.0/u }],
])('an agent that %s fails the call with an explanation', async (_what, reply, expected) => {
  const { message, ...rest } = expected as { message?: RegExp }
  const { last } = await (await agent(reply)).ask()
  expect(last).toMatchObject({ type: 'failed', ...rest })
  if (message) expect((last as { message: string }).message).toMatch(message)
})

test.each<[string, unknown]>([
  [
    'another host',
    { supportedInterfaces: [{ url: 'https://evil.test/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' }] },
  ],
  ['no address', { supportedInterfaces: [{ url: 'http://', protocolBinding: 'JSONRPC', protocolVersion: '1.0' }] }],
  ['another protocol', { supportedInterfaces: [{ url: '/a2a', protocolBinding: 'GRPC', protocolVersion: '1.0' }] }],
  ['nothing', {}],
])('a card that points to %s is refused before anything is sent there', async (_what, card) => {
  const { ask, calls } = await agent(
    () => ({ result: { message: { parts: [{ text: 'Got you.' }] } } }),
    () => card,
  )
  const { text, last } = await ask()
  expect([text, last?.type, calls]).toEqual(['', 'failed', []])
})

test('an abandoned call cancels its task', async () => {
  const stop = new AbortController()
  const { ask, calls } = await agent(({ method }) => {
    if (method === 'GetTask') stop.abort()
    return { result: method === 'SendMessage' ? { task: task('WORKING') } : task('WORKING') }
  })
  await ask(stop.signal)
  await expect.poll(() => calls.map(({ method }) => method)).toContain('CancelTask')
})

import { type CallId, listOf, type ToolSpec } from '@convene/domain'
import { type ModelServer, type Reply, startModelServer } from '@convene/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { partsOf, requestOf, textOf } from '../models.fixture.ts'
import { providerModels } from '../provider-models.ts'

let server: ModelServer

beforeAll(async () => {
  server = await startModelServer({ window: 40_960 })
})
afterAll(() => server.close())

const MODEL = 'ollama/qwen-test'
const live = () => new AbortController().signal
const models = (settings: object = {}) =>
  providerModels({ providers: { ollama: { baseURL: server.url } }, ...settings }, {})
const ask = (reply: Reply, more: object = {}) => {
  server.script(() => reply)
  return partsOf(models().stream({ ...requestOf(MODEL), ...more }, live()))
}
const body = () => server.requests.at(-1)?.body as Record<string, unknown>
const raw = (...lines: readonly string[]): Reply => ({
  kind: 'fault',
  name: 'lines',
  send: (wire) => wire.streaming(lines.map((line) => ({ act: 'write', bytes: Buffer.from(line) }))),
})
const reading: ToolSpec = {
  name: 'read',
  description: 'Reads a file.',
  input: { type: 'object', properties: { path: { type: 'string' } } },
  permission: 'read',
  readOnly: true,
  timeoutMs: 1000,
}

describe('an Ollama model', () => {
  test('streams reasoning and text, and ends with its usage', async () => {
    const parts = await ask({ text: 'Apples are red.', reasoning: 'Hm.', usage: { input: 100, output: 7 } })
    expect(textOf(parts)).toBe('Apples are red.')
    expect(parts[0]).toEqual({ type: 'reasoning', text: 'Hm.' })
    expect(parts.at(-1)).toEqual({ type: 'finish', finish: 'stop', usage: { input: 100, cached: 0, output: 7 } })
    expect(server.requests.at(-1)?.path).toBe('/api/chat')
  })

  test('returns every call, even two equal ones', async () => {
    const call = { name: 'read', input: { path: 'a.md' } }
    const parts = await ask({ calls: [call, call] })
    expect(parts.filter(({ type }) => type === 'call')).toHaveLength(2)
    expect(parts.at(-1)).toMatchObject({ finish: 'tools' })
  })

  test('gets calls back as objects, and results under the name of their tool', async () => {
    const call = { id: 'c1' as CallId, tool: 'read', input: { path: 'a.md' } }
    const lines = listOf(
      { role: 'user' as const, text: 'Read.' },
      { role: 'assistant' as const, text: 'I look.', calls: [call] },
      { role: 'tool' as const, call: call.id, tool: 'read', ok: true, output: 'Apples.' },
    )
    await ask({ text: 'Done.' }, { lines, tools: [reading] })
    expect(body().messages).toMatchObject([
      { role: 'system' },
      { role: 'user', content: 'Read.' },
      {
        role: 'assistant',
        content: 'I look.',
        tool_calls: [{ function: { name: 'read', arguments: { path: 'a.md' } } }],
      },
      { role: 'tool', tool_name: 'read', content: 'Apples.' },
    ])
    expect(body().tools).toMatchObject([
      { type: 'function', function: { name: 'read', parameters: { type: 'object' } } },
    ])
  })

  test('cut off at its length limit says so', async () => {
    expect((await ask({ text: 'Half a', finish: 'length' })).at(-1)).toMatchObject({ type: 'finish', finish: 'length' })
  })

  test('that answers in one piece is understood', async () => {
    const whole: Reply = { kind: 'fault', name: 'whole', send: (wire) => wire.json(200, wire.whole({ text: 'Red.' })) }
    expect(textOf(await ask(whole))).toBe('Red.')
  })
})

describe('the context window of Ollama', () => {
  test('is requested, because the default would cut the conversation', async () => {
    await ask({ text: 'Red.' })
    expect(body().options).toMatchObject({ num_ctx: 16_384, num_predict: 1000 })
  })

  test('comes from the settings', async () => {
    server.script(() => ({ text: 'Red.' }))
    await partsOf(models({ models: { [MODEL]: { context: 32_768 } } }).stream(requestOf(MODEL), live()))
    expect(body().options).toMatchObject({ num_ctx: 32_768 })
  })

  test('is never more than the model has', async () => {
    server.script(() => ({ text: 'Red.' }))
    await partsOf(models({ models: { [MODEL]: { context: 200_000 } } }).stream(requestOf(MODEL), live()))
    expect(body().options).toMatchObject({ num_ctx: 40_960 })
  })

  test('causes a conversation that cannot fit to be refused before it is cut', async () => {
    const before = server.requests.length
    const lines = listOf({ role: 'user' as const, text: 'word '.repeat(40_000) })
    expect((await ask({ text: 'Red.' }, { lines })).at(-1)).toMatchObject({ code: 'context_overflow' })
    expect(server.requests.length).toBe(before)
  })
})

describe('a faulty Ollama answer', () => {
  const line = (content: string) => `${JSON.stringify({ message: { role: 'assistant', content }, done: false })}\n`

  test.each([
    ['ends early', [line('Half')], { code: 'stream_truncated', retryable: true, usage: null }],
    ['breaks off inside a line', [line('Half'), '{"message":{"con'], { code: 'stream_truncated' }],
    ['is not JSON and has no end', [line('Half'), 'oops\n'], { code: 'stream_truncated', retryable: true }],
    ['reports an error', [line('Half'), '{"error":"llama runner process has terminated"}\n'], { code: 'server_error' }],
    ['says nothing', ['{"message":{"content":""},"done":true,"done_reason":"stop"}\n'], { code: 'empty_reply' }],
    [
      'has a call without a name',
      ['{"message":{"tool_calls":[{}]},"done":false}\n', '{"done":true}\n'],
      { code: 'protocol' },
    ],
    [
      'has odd fields',
      ['{"message":7,"done":false}\n', '{"message":{"content":[1]},"done":true}\n'],
      { code: 'empty_reply' },
    ],
  ])('that %s is a failure', async (_why, lines, expected) => {
    expect((await ask(raw(...lines))).at(-1)).toMatchObject({ type: 'failed', ...expected })
  })

  test.each([
    [404, 'not_found', 'not_found'],
    [400, 'overflow', 'context_overflow'],
    [503, 'overloaded', 'overloaded'],
    [401, 'unauthorized', 'unauthorized'],
  ] as const)('with status %i is reported as %s', async (status, kind, code) => {
    const last = (await ask({ kind: 'fault', name: 'status', send: (wire) => wire.error(kind, status) })).at(-1)
    expect(last).toMatchObject({ type: 'failed', code })
    expect(last).not.toHaveProperty('usage')
  })

  test('is not caused by a server that does not report its window', async () => {
    const silent = await startModelServer({ window: null })
    silent.script(() => ({ text: 'Red.' }))
    const parts = await partsOf(
      providerModels({ providers: { ollama: { baseURL: silent.url } } }, {}).stream(requestOf(MODEL), live()),
    )
    await silent.close()
    expect(textOf(parts)).toBe('Red.')
  })
})

test('a server with only the OpenAI API is reached with api: chat', async () => {
  server.script(() => ({ text: 'Red.' }))
  const old = providerModels({ providers: { ollama: { baseURL: server.url, api: 'chat' } } }, {})
  expect(textOf(await partsOf(old.stream(requestOf(MODEL), live())))).toBe('Red.')
  expect(server.requests.at(-1)?.path).toBe('/v1/chat/completions')
})

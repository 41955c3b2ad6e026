import assert from 'node:assert'
import { type CallId, listOf, type ToolCall, type ToolSpec } from '@convene/domain'
import type { ModelPart } from '@convene/engine'
import { type Answer, faultNamed, type ModelServer, startModelServer } from '@convene/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { modelOfDialect, modelsAt, partsOf, requestOf, textOf } from './models.fixture.ts'
import { providerModels } from './provider-models.ts'

let server: ModelServer

beforeAll(async () => {
  server = await startModelServer()
})
afterAll(() => server.close())

const listening = () => new AbortController().signal
const ask = (model: string) => partsOf(modelsAt(server.url).stream(requestOf(model), listening()))
const answers = (answer: Answer) => server.script(() => answer)
const lastRequest = () => server.requests.at(-1) as ModelServer['requests'][number]
const reading: ToolSpec = {
  name: 'read',
  description: 'Reads a file.',
  input: { type: 'object', properties: { path: { type: 'string' } } },
  permission: 'read',
  readOnly: true,
  timeoutMs: 1000,
}
const stalled = faultNamed('stalled-in-text') ?? assert.fail('the catalogue has such a fault')
const everyModel = [...Object.values(modelOfDialect), 'mistral/mistral-test', 'ollama/qwen-test']

describe.each(everyModel)('%s', (model) => {
  test('streams its text and ends with its usage', async () => {
    answers({ text: 'Apples are red.', parts: 5, usage: { input: 100, cached: 40, output: 7 } })
    const parts = await ask(model)
    expect(textOf(parts)).toBe('Apples are red.')
    expect(parts.at(-1)).toMatchObject({ type: 'finish', finish: 'stop', usage: { input: 100, output: 7 } })
  })

  test('returns a call once it is complete, and finishes with tools', async () => {
    answers({ text: 'I look.', calls: [{ name: 'read', input: { path: 'a.md' } }] })
    const parts = await ask(model)
    expect(parts.at(-2)).toMatchObject({ type: 'call', tool: 'read', input: { path: 'a.md' } })
    expect(parts.at(-1)).toMatchObject({ type: 'finish', finish: 'tools' })
  })

  test('sends calls and results back under matching ids', async () => {
    answers({ text: 'Done.' })
    const call: ToolCall = { id: '1/ada/1:call' as CallId, tool: 'read', input: { path: 'a.md' } }
    const request = requestOf(
      model,
      { role: 'user', text: '# Task\nRead a.md.' },
      { role: 'assistant', text: 'I look.', calls: [call] },
      { role: 'tool', call: call.id, tool: 'read', ok: true, output: 'Apples.' },
    )
    await partsOf(modelsAt(server.url).stream({ ...request, tools: [reading] }, listening()))
    const { messages, system } = lastRequest()
    const [made] = messages.flatMap((message) => message.toolCalls)
    const [result] = messages.flatMap((message) => message.toolResults)
    expect(system).toBe(request.system)
    expect(made).toMatchObject({ name: 'read', input: { path: 'a.md' } })
    expect(result?.output).toContain('Apples.')
    if (result && made?.id) expect(result.id).toBe(made.id)
  })

  test('ends and closes its connection when aborted', async () => {
    server.script(() => stalled)
    const abort = new AbortController()
    const before = server.aborted.length
    const parts: ModelPart[] = []
    for await (const part of modelsAt(server.url).stream(requestOf(model), abort.signal)) {
      parts.push(part)
      abort.abort()
    }
    await server.until(({ aborted }) => aborted.length > before)
    expect(parts.at(-1)?.type).not.toBe('finish')
  })

  test('closes its connection when the consumer stops reading', async () => {
    server.script(() => stalled)
    const before = server.aborted.length
    for await (const _ of modelsAt(server.url).stream(requestOf(model), listening())) break
    await server.until(({ aborted }) => aborted.length > before)
  })
})

test('counts cached prompt tokens as part of the input', async () => {
  answers({ text: 'Red.', usage: { input: 100, cached: 40, output: 7 } })
  for (const model of [modelOfDialect.chat, modelOfDialect.responses, modelOfDialect.messages]) {
    expect((await ask(model)).at(-1)).toMatchObject({ usage: { input: 100, cached: 40, output: 7 } })
  }
})

test('does not send a request that is already aborted', async () => {
  const before = server.requests.length
  expect(await partsOf(modelsAt(server.url).stream(requestOf('local/llama-test'), AbortSignal.abort()))).toEqual([])
  expect(server.requests.length).toBe(before)
})

test('asks only once and leaves retries to the caller', async () => {
  server.script(() => ({ kind: 'fault', name: 'down', send: (wire) => wire.error('overloaded', 503) }))
  for (const model of everyModel) {
    const before = server.requests.length
    expect((await ask(model)).at(-1)).toMatchObject({ type: 'failed', code: 'overloaded', retryable: true })
    expect(server.requests.length - before).toBe(1)
  }
})

test('reuses a connection after an answer', async () => {
  answers({ text: 'Red.' })
  const models = modelsAt(server.url)
  const before = server.sockets()
  for (let call = 0; call < 5; call++) {
    await partsOf(models.stream(requestOf('anthropic/claude-test'), listening()))
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(server.sockets() - before).toBeLessThanOrEqual(1)
})

describe("Anthropic's prompt cache", () => {
  const marked = (message: unknown) => JSON.stringify(message).includes('"cache_control"')

  test('is marked at the system prompt and at the end', async () => {
    answers({ text: 'Red.' })
    const lines = ['One', 'Two', 'Three', 'Four'].map((text) => ({ role: 'user' as const, text }))
    await partsOf(modelsAt(server.url).stream(requestOf('anthropic/claude-test', ...lines), listening()))
    const { system, messages } = lastRequest().body as { system: unknown; messages: { content: unknown[] }[] }
    expect(marked(system)).toBe(true)
    expect(marked(messages.at(-1)?.content.at(-1))).toBe(true)
    expect(marked(messages[0]?.content[0])).toBe(false)
  })
})

describe('provider state attached to a call', () => {
  const callOf = (parts: readonly ModelPart[]) => parts.find((part) => part.type === 'call')

  test('is sent back to the model it came from, and to no other', async () => {
    answers({ reasoning: 'Look first.', calls: [{ name: 'read', input: { path: 'a.md' } }] })
    const made = callOf(await ask('anthropic/claude-test'))
    expect(JSON.stringify(made?.provider)).toContain('Look first.')
    const call = { id: 'c1' as CallId, tool: 'read', input: { path: 'a.md' }, provider: made?.provider ?? null }
    const lines = listOf(
      { role: 'user' as const, text: 'Read.' },
      { role: 'assistant' as const, text: '', calls: [call] },
      { role: 'tool' as const, call: call.id, tool: 'read', ok: true, output: 'Apples.' },
    )
    const models = modelsAt(server.url)
    await partsOf(models.stream({ ...requestOf('anthropic/claude-test'), lines }, listening()))
    expect(JSON.stringify(lastRequest().body)).toContain('Look first.')
    await partsOf(models.stream({ ...requestOf('local/llama-test'), lines }, listening()))
    expect(JSON.stringify(lastRequest().body)).not.toContain('Look first.')
  })
})

describe('a model that rejects a temperature', () => {
  test('is called without one from then on', async () => {
    const refuses = JSON.stringify({ error: { message: "'temperature' is not supported with this model." } })
    server.script((request) =>
      'temperature' in (request.body as object)
        ? {
            kind: 'fault',
            name: 'temperature',
            send: () => ({
              status: 400,
              headers: { 'content-type': 'application/json' },
              acts: [{ act: 'write', bytes: Buffer.from(refuses) }],
            }),
          }
        : { text: 'Red.' },
    )
    const models = modelsAt(server.url)
    const first = await partsOf(models.stream(requestOf('local/llama-test'), listening()))
    expect(first.at(-1)).toMatchObject({ type: 'failed', code: 'bad_request', retryable: true })
    const second = await partsOf(models.stream(requestOf('local/llama-test'), listening()))
    expect(second.at(-1)).toMatchObject({ type: 'finish' })
  })
})

describe('a provider that cannot be used', () => {
  const failureOf = async (model: string, environment: Record<string, string> = {}) =>
    (await partsOf(providerModels({}, environment).stream(requestOf(model), listening()))).at(-1)

  test('says which variable to set', async () => {
    expect(await failureOf('mistral/mistral-large')).toMatchObject({
      code: 'not_configured',
      retryable: false,
      message: expect.stringContaining('MISTRAL_API_KEY'),
    })
  })

  test('says that it is unknown', async () => {
    expect(await failureOf('nobody/model')).toMatchObject({
      code: 'not_configured',
      message: expect.stringContaining('"nobody"'),
    })
  })

  test('says at which address nothing answers', async () => {
    const silent = await startModelServer()
    await silent.close()
    expect(await failureOf('ollama/llama', { OLLAMA_HOST: `127.0.0.1:${silent.port}` })).toMatchObject({
      code: 'network',
      message: expect.stringContaining(`Nothing answers at http://127.0.0.1:${silent.port}`),
    })
  })
})

test('a wrong key is never shown, and the message says where to change it', async () => {
  server.script(() => ({
    kind: 'fault',
    name: 'echo',
    send: (wire) => ({
      ...wire.error('unauthorized', 401),
      acts: [
        { act: 'write', bytes: Buffer.from('{"error":{"message":"Incorrect API key provided: sk-test-12345678."}}') },
      ],
    }),
  }))
  const models = providerModels({}, { OPENAI_API_KEY: 'sk-test-12345678', OPENAI_BASE_URL: `${server.url}/v1` })
  const last = (await partsOf(models.stream(requestOf('openai/gpt-test'), listening()))).at(-1)
  expect(last).toMatchObject({ code: 'unauthorized', message: expect.stringContaining('OPENAI_API_KEY') })
  expect(JSON.stringify(last)).not.toContain('12345678')
})

test('another server behind OPENAI_BASE_URL gets chat completions', async () => {
  answers({ text: 'Red.' })
  const models = providerModels({}, { OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: `${server.url}/v1` })
  await partsOf(models.stream(requestOf('openai/llama'), listening()))
  expect(lastRequest().dialect).toBe('chat')
})

test('OpenAI must not store anything from a session', async () => {
  answers({ text: 'Red.' })
  await ask('openai/gpt-test')
  expect(lastRequest().body).toMatchObject({ store: false })
})

import { type CallId, type ContextLine, listOf, type ModelRequest, type ToolSpec } from '@convene/domain'
import {
  chattyModel,
  failingGateway,
  type ModelServer,
  reasoningModel,
  smallModel,
  startModelServer,
  strictModel,
} from '@convene/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { afterAnswer, modelOfDialect, modelsAt, partsOf, requestOf, textOf } from './models.fixture.ts'

let server: ModelServer

beforeAll(async () => {
  server = await startModelServer()
})
afterAll(() => server.close())

const live = () => new AbortController().signal
const everyModel = [
  ...Object.values(modelOfDialect),
  'openai/gpt-5.1',
  'mistral/mistral-test',
  'ollama/qwen-test',
  'local/deepseek-test',
  'openrouter/anthropic/claude-test',
  'azure/my-deployment',
]
/** Models with reasoning turned on, so their services want it back. */
const thinkers = [
  'anthropic/claude-haiku-4-5',
  'anthropic/claude-opus-5',
  'bedrock/anthropic.claude-haiku-4-5-20251001-v1:0',
  'google/gemini-3.8-flash',
  'openai/gpt-5.2',
  'local/kimi-k3',
  'openrouter/deepseek/deepseek-v4',
]
const asking = (model: string, ...lines: readonly ContextLine[]): ModelRequest => {
  const request = requestOf(model, ...lines)
  return thinkers.includes(model) ? { ...request, reasoning: 'high', maxOutput: 5_000, thinking: 4_000 } : request
}
const reading: ToolSpec = {
  name: 'read',
  description: 'Reads a file.',
  input: { type: 'object', properties: { path: { type: 'string' } } },
  permission: 'read',
  readOnly: true,
  timeoutMs: 1000,
}

describe.each([...everyModel, ...thinkers])('a strict service behind %s', (model) => {
  const calls = [
    { name: 'read', input: { path: 'a.md' } },
    { name: 'read', input: { path: 'b.md' } },
  ]

  test('accepts a conversation with reasoning, calls, failed results and follow-ups', async () => {
    const models = modelsAt(server.url)
    server.script(strictModel(() => ({ reasoning: 'Look first.', text: 'I look.', calls })))
    const tools = [reading, { ...reading, name: 'write' }]
    const first = await partsOf(models.stream({ ...asking(model), tools }, live()))
    expect(first.at(-1)).toMatchObject({ type: 'finish', finish: 'tools' })
    server.script(strictModel(() => ({ text: 'Red.' })))
    const answered = afterAnswer(first).map(
      (line, at) => (at === 2 ? { ...line, ok: false, output: '' } : line) as ContextLine,
    )
    const next = await partsOf(models.stream({ ...asking(model, ...answered), tools }, live()))
    expect(next.at(-1)).toMatchObject({ type: 'finish', finish: 'stop' })
    const lines: ContextLine[] = [
      ...answered,
      { role: 'assistant', text: 'Red.', calls: [] },
      { role: 'user', text: 'And pears?' },
    ]
    const last = (await partsOf(models.stream({ ...asking(model, ...lines), tools }, live()))).at(-1)
    expect(last).toMatchObject({ type: 'finish', finish: 'stop' })
  })

  test('accepts another model’s calls, with ids and inputs of any form, on the second request at the latest', async () => {
    server.script(strictModel(() => ({ text: 'Red.' })))
    const call = {
      id: '1/ada/say1.1:c1 ä' as CallId,
      tool: 'read',
      input: 'not JSON',
      provider: { model: 'other/one' },
    }
    const lines: ContextLine[] = [
      { role: 'user', text: 'Go.' },
      { role: 'assistant', text: '', calls: [call] },
      { role: 'tool', call: call.id, tool: 'read', ok: false, output: 'The input was not JSON.' },
    ]
    const models = modelsAt(server.url)
    const ask = () => partsOf(models.stream({ ...asking(model, ...lines), tools: [reading] }, live()))
    // A service that wants the reasoning behind these calls has to say so once.
    const first = await ask()
    const parts = first.at(-1)?.type === 'failed' ? await ask() : first
    if (first !== parts) expect(first.at(-1)).toMatchObject({ code: 'bad_request', retryable: true })
    expect(parts.at(-1)).toMatchObject({ type: 'finish', finish: 'stop' })
  })
})

describe.each(Object.values(modelOfDialect))('a reasoning model behind %s', (model) => {
  test('gets no temperature, or none after it refused one', async () => {
    server.script(reasoningModel(() => ({ text: 'Red.' })))
    const models = modelsAt(server.url)
    const ask = () => partsOf(models.stream({ ...requestOf(model), maxOutput: 4_000 }, live()))
    // The packages know that Claude refuses it, and do not send it.
    const first = await ask()
    const again = first.at(-1)?.type === 'failed' ? await ask() : first
    if (first !== again) expect(first.at(-1)).toMatchObject({ code: 'bad_request', retryable: true })
    expect(textOf(again)).toBe('Red.')
    expect(again.at(-1)).toMatchObject({ finish: 'stop', usage: { output: 1_001 } })
  })

  test('that used up its output limit on reasoning reports that, and its cost', async () => {
    server.script(reasoningModel(() => ({ text: 'Red.' })))
    const { temperature: _, ...request } = { ...requestOf(model), maxOutput: 700 }
    const parts = await partsOf(modelsAt(server.url).stream(request, live()))
    expect(textOf(parts)).toBe('')
    expect(parts.at(-1)).toMatchObject({ type: 'finish', finish: 'length', usage: { output: 700 } })
  })
})

describe.each(['local/tiny', 'ollama/tiny'])('a small model behind %s', (model) => {
  test('that does not support tools says so once, and then answers without them', async () => {
    server.script(smallModel(() => ({ text: 'Red.' })))
    const models = modelsAt(server.url)
    const ask = () => partsOf(models.stream({ ...requestOf(model), tools: [reading] }, live()))
    const refused = { code: 'bad_request', retryable: true, message: expect.stringContaining('does not support tools') }
    expect((await ask()).at(-1)).toMatchObject(refused)
    expect(textOf(await ask())).toBe('Red.')
  })

  test('that read only the end of a long conversation fails', async () => {
    server.script(smallModel(() => ({ text: 'Red.' })))
    const lines = listOf({ role: 'user' as const, text: 'word '.repeat(16_000) })
    const parts = await partsOf(modelsAt(server.url).stream({ ...requestOf(model), lines }, live()))
    expect(parts.at(-1)).toMatchObject({ code: 'context_overflow', retryable: false, usage: { input: 4_096 } })
  })

  test('that read all of a short one answers', async () => {
    server.script(smallModel(() => ({ text: 'Red.' })))
    expect((await partsOf(modelsAt(server.url).stream(requestOf(model), live()))).at(-1)).toMatchObject({
      finish: 'stop',
    })
  })
})

describe.each([...Object.values(modelOfDialect), 'ollama/qwen-test'])('a gateway to %s', (model) => {
  test('that fails halfway is retried, and may have cost something', async () => {
    server.script(failingGateway(() => ({ text: 'Apples are red, or green.', parts: 8 }), 5))
    const parts = await partsOf(modelsAt(server.url).stream(requestOf(model), live()))
    expect(parts.at(-1)).toMatchObject({ type: 'failed', retryable: true })
    expect(parts.at(-1)).toHaveProperty('usage')
  })
})

test('a chatty model is passed on unchanged', async () => {
  server.script(chattyModel(() => ({ text: 'POSITION: Red.' })))
  const parts = await partsOf(modelsAt(server.url).stream(requestOf('local/chatty'), live()))
  expect(textOf(parts)).toContain('**POSITION:** Red.')
})

import { type ContextLine, listOf } from '@convene/domain'
import type { ModelPart } from '@convene/engine'
import { type ModelServer, type Reply, type ServerRequest, startModelServer, strictModel } from '@convene/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { afterAnswer, events, modelsAt, partsOf, requestOf } from './models.fixture.ts'

let server: ModelServer

beforeAll(async () => {
  server = await startModelServer()
})
afterAll(() => server.close())

const live = () => new AbortController().signal
type Body = Record<string, unknown> & { messages: Record<string, unknown>[]; input: Record<string, unknown>[] }

/** What the model gets back after this answer and the results of its calls. */
async function returned(model: string, reply: Reply, change = (parts: ModelPart[]) => parts): Promise<Body> {
  const models = modelsAt(server.url)
  server.script(strictModel(() => reply))
  const parts = change(await partsOf(models.stream(requestOf(model), live())))
  expect(parts.at(-1)).toMatchObject({ type: 'finish', finish: 'tools' })
  server.script(strictModel(() => ({ text: 'Done.' })))
  const again = await partsOf(models.stream({ ...requestOf(model), lines: listOf(...afterAnswer(parts)) }, live()))
  expect(again.at(-1)).toMatchObject({ type: 'finish', finish: 'stop' })
  return server.requests.at(-1)?.body as Body
}

describe("Claude's answer with reasoning between its calls", () => {
  const block = (index: number, start: object, ...deltas: object[]) => [
    { type: 'content_block_start', index, content_block: start },
    ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ]
  const thinking = (index: number, text: string, signature: string) =>
    block(
      index,
      { type: 'thinking', thinking: '', signature: '' },
      { type: 'thinking_delta', thinking: text },
      { type: 'signature_delta', signature },
    )
  const call = (index: number, path: string) =>
    block(
      index,
      { type: 'tool_use', id: `toolu_${index}`, name: 'read', input: {} },
      { type: 'input_json_delta', partial_json: JSON.stringify({ path }) },
    )
  const interleaved = events(
    { type: 'message_start', message: { id: 'm', role: 'assistant', usage: { input_tokens: 9, output_tokens: 1 } } },
    ...thinking(0, 'First a.', 'c2lnMQ=='),
    ...block(1, { type: 'text', text: '' }, { type: 'text_delta', text: 'I look.' }),
    ...call(2, 'a.md'),
    ...thinking(3, 'Then b.', 'c2lnMg=='),
    ...call(4, 'b.md'),
    { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 40 } },
    { type: 'message_stop' },
  )
  const order = (body: Body) => ((body.messages[1]?.content ?? []) as { type: string }[]).map(({ type }) => type)

  test('is sent back in its order, with its signatures', async () => {
    const body = await returned('anthropic/claude-test', interleaved)
    expect(order(body)).toEqual(['thinking', 'text', 'tool_use', 'thinking', 'tool_use'])
    expect(body.messages[1]?.content).toMatchObject([
      { thinking: 'First a.', signature: 'c2lnMQ==' },
      { text: 'I look.' },
      { input: { path: 'a.md' } },
      { thinking: 'Then b.', signature: 'c2lnMg==' },
      { input: { path: 'b.md' } },
    ])
  })

  test('is sent back with its reasoning first if its text has been cut since', async () => {
    const cut = (parts: ModelPart[]) => parts.map((part) => (part.type === 'text' ? { ...part, text: 'I' } : part))
    const body = await returned('anthropic/claude-test', interleaved, cut)
    expect(order(body)).toEqual(['thinking', 'thinking', 'text', 'tool_use', 'tool_use'])
  })
})

describe('a chat model’s reasoning', () => {
  const thoughtful = { reasoning: 'Look first.', text: 'I look.', calls: [{ name: 'read', input: { path: 'a.md' } }] }
  const back = async (model: string) =>
    (await returned(model, thoughtful)).messages.find(({ role }) => role === 'assistant')

  test.each([
    'local/deepseek-v4',
    'local/kimi-k3',
    'local/glm-5',
    'local/MiniMax-M3',
    'openrouter/deepseek/deepseek-v4',
    'azure/my-deployment',
  ])('is sent back to %s', async (model) =>
    expect(await back(model)).toMatchObject({ reasoning_content: 'Look first.', content: 'I look.' }),
  )

  test.each(['groq/deepseek-r1', 'local/llama-test'])('is not sent to %s, which would refuse it', async (model) => {
    expect(await back(model)).not.toHaveProperty('reasoning_content')
  })
})

describe('a model with an unknown name', () => {
  const thoughtful = { reasoning: 'Look first.', calls: [{ name: 'read', input: { path: 'a.md' } }] }
  const message = 'The `reasoning_content` in the thinking mode must be passed back to the API.'
  const refused: Reply = { kind: 'fault', name: 'bare', send: (wire) => wire.json(400, { error: { message } }) }
  const isBare = ({ body }: ServerRequest) =>
    (body as Body).messages.some(({ tool_calls, reasoning_content }) => tool_calls && !reasoning_content)

  test('that wants its reasoning back gets it once it has said so, with or without a level', async () => {
    const models = modelsAt(server.url)
    const ask = (lines: readonly ContextLine[]) =>
      partsOf(models.stream({ ...requestOf('local/smart', ...lines), reasoning: 'high' }, live()))
    server.script((request) => (isBare(request) ? refused : thoughtful))
    const first = await ask([{ role: 'user', text: 'Go.' }])
    const second = await ask(afterAnswer(first))
    expect(second.at(-1)).toMatchObject({ code: 'bad_request', retryable: true })
    const again = await ask(afterAnswer(first))
    expect(again.at(-1)).toMatchObject({ finish: 'tools' })
    await ask(afterAnswer(again))
    const sent = server.requests.at(-1)?.body as Body | undefined
    expect(sent?.messages.find(({ tool_calls }) => tool_calls)).toMatchObject({ reasoning_content: 'Look first.' })
    expect(sent?.reasoning_effort).toBe('high')
  })
})

describe('reasoning details', () => {
  const detail = (more: object) => ({ type: 'reasoning.text', format: 'google-gemini-v1', index: 0, ...more })
  const delta = (said: object, finish: string | null = null) => ({
    choices: [{ index: 0, delta: said, finish_reason: finish }],
  })
  const calls = [{ index: 0, id: 'call_1', type: 'function', function: { name: 'read', arguments: '{"path":"a.md"}' } }]

  test('are sent back complete and in order, instead of plain reasoning', async () => {
    const body = await returned(
      'openrouter/google/gemini-3',
      events(
        delta({ reasoning: 'Look ', reasoning_details: [detail({ text: 'Look ' })] }),
        delta({ reasoning: 'first.', reasoning_details: [detail({ text: 'first.', signature: 'c2ln' })] }),
        delta({ reasoning_details: [{ type: 'reasoning.encrypted', data: 'c2VhbGVk', index: 1 }] }),
        delta({ tool_calls: calls }),
        delta({}, 'tool_calls'),
      ),
    )
    const message = body.messages.find(({ role }) => role === 'assistant')
    expect(message).not.toHaveProperty('reasoning_content')
    expect(message?.reasoning_details).toEqual([
      detail({ text: 'Look first.', signature: 'c2ln' }),
      { type: 'reasoning.encrypted', data: 'c2VhbGVk', index: 1 },
    ])
  })

  test('are sent back from an answer that arrived whole', async () => {
    const message = {
      role: 'assistant',
      content: null,
      tool_calls: calls,
      reasoning_details: [detail({ text: 'Hm.' })],
    }
    const body = await returned('openrouter/google/gemini-3', {
      kind: 'fault',
      name: 'whole',
      send: (wire) => wire.json(200, { choices: [{ index: 0, message, finish_reason: 'tool_calls' }] } as never),
    })
    expect(body.messages.find(({ role }) => role === 'assistant')?.reasoning_details).toEqual([detail({ text: 'Hm.' })])
  })

  test('that are not objects are ignored', async () => {
    const odd = events(delta({ reasoning_details: ['x', null, [], 7], tool_calls: calls }), delta({}, 'tool_calls'))
    const body = await returned('openrouter/google/gemini-3', odd)
    expect(body.messages.find(({ role }) => role === 'assistant')).not.toHaveProperty('reasoning_details')
  })
})

test('OpenAI’s encrypted reasoning is sent back before its call', async () => {
  const body = await returned('openai/gpt-5.1', {
    reasoning: 'Look first.',
    text: 'I look.',
    calls: [{ name: 'read', input: { path: 'a.md' } }],
  })
  const kinds = body.input.map(({ type, role }) => type ?? role)
  expect(kinds.indexOf('reasoning')).toBeGreaterThan(-1)
  expect(kinds.indexOf('reasoning')).toBeLessThan(kinds.indexOf('function_call'))
})

import { listOf, type ToolSpec } from '@convene/domain'
import { type ModelServer, startModelServer } from '@convene/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anthropic } from './kinds/anthropic.ts'
import { azure } from './kinds/azure.ts'
import { events, modelsAt, partsOf, requestOf, textOf } from './models.fixture.ts'

let server: ModelServer

beforeAll(async () => {
  server = await startModelServer()
})
afterAll(() => server.close())

const live = () => new AbortController().signal
const tool = (name: string): ToolSpec => ({
  name,
  description: 'Reads a file.',
  input: { type: 'object', properties: {} },
  permission: 'read',
  readOnly: true,
  timeoutMs: 1000,
})
const four = listOf(...['One', 'Two', 'Three', 'Four'].map((text) => ({ role: 'user' as const, text })))

/** The body of the request to a model. */
async function bodyFor(model: string, more: object = {}): Promise<Record<string, unknown>> {
  server.script(() => ({ text: 'Red.' }))
  await partsOf(modelsAt(server.url).stream({ ...requestOf(model), tools: [tool('a'), tool('b')], ...more }, live()))
  return server.requests.at(-1)?.body as Record<string, unknown>
}

const marks = (value: unknown): number => JSON.stringify(value).split(/"cache_control"|"cachePoint"/).length - 1

describe('the cache', () => {
  test('of Claude is marked on the last tool, the system prompt and the two newest messages', async () => {
    const body = await bodyFor('anthropic/claude-test', { lines: four })
    expect((body.tools as unknown[]).map(marks)).toEqual([0, 1])
    expect(marks(body)).toBe(4)
  })

  test('of Claude behind OpenRouter is marked too', async () => {
    const { messages } = await bodyFor('openrouter/anthropic/claude-sonnet-5', { lines: four })
    expect((messages as unknown[]).map(marks)).toEqual([1, 0, 0, 1, 1])
  })

  test('of other models behind OpenRouter is not marked', async () => {
    expect(marks(await bodyFor('openrouter/openai/gpt-6', { lines: four }))).toBe(0)
  })

  test.each([
    ['anthropic.claude-sonnet-4-5-20250929-v1:0', 3],
    ['us.anthropic.claude-opus-5-v1:0', 3],
    ['amazon.nova-pro-v1:0', 3],
    ['anthropic.claude-3-haiku-20240307-v1:0', 0],
    ['meta.llama3-70b-instruct-v1:0', 0],
  ])('of %s behind Bedrock has %i points', async (model, points) => {
    expect(marks(await bodyFor(`bedrock/${model}`, { lines: four }))).toBe(points)
  })
})

describe('a gateway to Claude', () => {
  test("gets none of Anthropic's beta features", async () => {
    const body = await bodyFor('anthropic/claude-sonnet-4-5')
    expect(server.requests.at(-1)?.headers).not.toHaveProperty('anthropic-beta')
    expect(JSON.stringify(body)).not.toContain('eager_input_streaming')
  })

  test('does not stop Anthropic itself from getting them', async () => {
    const sent: RequestInit[] = []
    const fetch = async (_url: unknown, init?: RequestInit) => {
      sent.push(init ?? {})
      return new Response('{}', { status: 500 })
    }
    const reach = { name: 'anthropic', apiKey: 'k', baseURL: anthropic.baseURL ?? '', headers: {}, variables: {} }
    const { choose } = await anthropic.open({ ...reach, api: 'responses' }, fetch)
    const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'Hi' }] }]
    const tools = [{ type: 'function' as const, name: 'a', inputSchema: { type: 'object' as const } }]
    await expect(choose('claude-sonnet-4-5').doStream({ prompt, tools })).rejects.toThrow()
    expect(String(sent[0]?.body)).toContain('eager_input_streaming')
  })
})

describe('a deployment that refuses max_tokens', () => {
  const refuses = (field: string) =>
    server.script(({ body }) =>
      field in (body as object)
        ? {
            kind: 'fault',
            name: 'unsupported',
            send: (wire) =>
              wire.json(400, {
                error: {
                  message: `Unsupported parameter: '${field}'. Use 'max_completion_tokens' instead.`,
                  code: 'x',
                },
              }),
          }
        : { text: 'Red.' },
    )

  test.each(['azure/my-deployment', 'local/anything'])('is called again with its successor: %s', async (model) => {
    refuses('max_tokens')
    const models = modelsAt(server.url)
    const first = await partsOf(models.stream(requestOf(model), live()))
    expect(first.at(-1)).toMatchObject({ code: 'bad_request', retryable: true })
    const second = await partsOf(models.stream(requestOf(model), live()))
    expect(second.at(-1)).toMatchObject({ type: 'finish' })
    expect(server.requests.at(-1)?.body).toMatchObject({ max_completion_tokens: 1000 })
    expect(server.requests.at(-1)?.body).not.toHaveProperty('max_tokens')
  })

  test('is not called forever if it refuses that too', async () => {
    refuses('model')
    const models = modelsAt(server.url)
    await partsOf(models.stream(requestOf('local/anything'), live()))
    const again = await partsOf(models.stream(requestOf('local/anything'), live()))
    expect(again.at(-1)).toMatchObject({ code: 'bad_request', retryable: false })
  })
})

describe('Azure', () => {
  test.each([
    ['https://mine.openai.azure.com', 'https://mine.openai.azure.com/openai'],
    ['https://llm.example.com', 'https://llm.example.com/openai/v1'],
    ['https://llm.example.com/openai', 'https://llm.example.com/openai/v1'],
    ['https://llm.example.com/openai/v1', 'https://llm.example.com/openai/v1'],
  ])('%s is reached at %s', (given, full) => expect(azure.fullAddress?.(given)).toBe(full))

  test('shows the reasoning of a DeepSeek deployment, and gets its key in a header', async () => {
    server.script(() => ({ text: 'Red.', reasoning: 'Hm.' }))
    const parts = await partsOf(modelsAt(server.url).stream(requestOf('azure/my-deepseek'), live()))
    expect(parts).toContainEqual({ type: 'reasoning', text: 'Hm.' })
    expect(server.requests.at(-1)).toMatchObject({
      path: '/openai/v1/chat/completions',
      headers: { 'api-key': 'secret-of-azure' },
    })
  })
})

describe('a Responses answer', () => {
  const message = (id: string, text: string, index: number) => [
    { type: 'response.output_item.added', output_index: index, item: { id, type: 'message', role: 'assistant' } },
    { type: 'response.output_text.delta', item_id: id, output_index: index, content_index: 0, delta: text },
    {
      type: 'response.output_item.done',
      output_index: index,
      item: { id, type: 'message', role: 'assistant', content: [{ type: 'output_text', text, annotations: [] }] },
    },
  ]
  const completed = {
    type: 'response.completed',
    response: { id: 'r', status: 'completed', usage: { input_tokens: 5, output_tokens: 6 } },
  }
  const ask = () => partsOf(modelsAt(server.url).stream(requestOf('openai/gpt-test'), live()))

  test('with two messages keeps them apart', async () => {
    server.script(() => events(...message('m1', 'I check.', 0), ...message('m2', 'Red.', 1), completed))
    expect(textOf(await ask())).toBe('I check.\n\nRed.')
  })

  test('of an open model shows its reasoning', async () => {
    const reasoning = [
      { type: 'response.output_item.added', output_index: 0, item: { id: 'rs', type: 'reasoning', summary: [] } },
      { type: 'response.reasoning_text.delta', item_id: 'rs', output_index: 0, content_index: 0, delta: 'Hm.' },
      { type: 'response.output_item.done', output_index: 0, item: { id: 'rs', type: 'reasoning', summary: [] } },
    ]
    server.script(() => events(...reasoning, ...message('m1', 'Red.', 1), completed))
    const parts = await ask()
    expect(parts).toContainEqual({ type: 'reasoning', text: 'Hm.' })
    expect(textOf(parts)).toBe('Red.')
  })

  test('with a damaged event that carries nothing is kept', async () => {
    server.script(() => events({ type: 'response.in_progress' }, ...message('m1', 'Red.', 0), completed))
    expect((await ask()).at(-1)).toMatchObject({ type: 'finish', finish: 'stop', usage: { input: 5, output: 6 } })
  })
})

describe('a traced call', () => {
  const trace = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

  test.each(['openai/gpt-test', 'anthropic/claude-test', 'openrouter/openai/gpt-6', 'ollama/llama-test'])(
    'to %s passes the trace to the provider, and reports who answered',
    async (model) => {
      server.script(() => ({ text: 'Red.' }))
      const parts = await partsOf(modelsAt(server.url).stream({ ...requestOf(model), trace }, live()))
      expect(server.requests.at(-1)?.headers.traceparent).toBe(trace)
      expect(parts.at(-1)).toMatchObject({ type: 'finish', response: { address: expect.stringContaining(server.url) } })
    },
  )

  test('is the only kind that does', async () => {
    server.script(() => ({ text: 'Red.' }))
    const parts = await partsOf(modelsAt(server.url).stream(requestOf('openrouter/openai/gpt-6'), live()))
    expect(server.requests.at(-1)?.headers).not.toHaveProperty('traceparent')
    expect(parts.at(-1)).not.toHaveProperty('response')
  })

  test('has the answer’s id and model', async () => {
    server.script(() => ({ text: 'Red.' }))
    const parts = await partsOf(modelsAt(server.url).stream({ ...requestOf('openrouter/openai/gpt-6'), trace }, live()))
    expect(parts.at(-1)).toMatchObject({ response: { id: expect.any(String), model: expect.any(String) } })
  })
})

import { listOf, type ModelRequest } from '@convene/domain'
import { type ModelServer, startModelServer } from '@convene/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { modelsAt, partsOf, requestOf, textOf } from './models.fixture.ts'

let server: ModelServer

beforeAll(async () => {
  server = await startModelServer()
})
afterAll(() => server.close())

type Body = { readonly [key: string]: unknown }

const live = () => new AbortController().signal
const schema = {
  type: 'object',
  properties: { vote: { type: 'string' } },
  required: ['vote'],
  additionalProperties: false,
}
const asking = (model: string, more: Partial<ModelRequest> = {}): ModelRequest => ({
  ...requestOf(model),
  answer: { name: 'plan-review', schema, alone: true },
  ...more,
})
const long = 'You are Ada. '.repeat(300)
const talk = listOf(
  { role: 'user' as const, text: `# Contribute\n\n${'Much was said. '.repeat(400)}` },
  { role: 'assistant' as const, text: 'Yes.', calls: [] },
  { role: 'user' as const, text: '# Vote' },
)

async function bodyOf(request: ModelRequest): Promise<Body> {
  server.script(() => ({ text: '{"vote": "Wait"}' }))
  await partsOf(modelsAt(server.url).stream(request, live()))
  return server.requests.at(-1)?.body as Body
}

const named = { type: 'json_schema', json_schema: { name: 'plan_review', schema } }

describe('an answer with a declared format', () => {
  test.each([
    ['openai/gpt-test', { text: { format: { type: 'json_schema', name: 'plan_review', schema } } }],
    ['anthropic/claude-sonnet-4-5', { output_config: { format: { type: 'json_schema', schema } } }],
    [
      'google/gemini-test',
      { generationConfig: { responseMimeType: 'application/json', responseJsonSchema: { type: 'object' } } },
    ],
    ['mistral/mistral-test', { response_format: named }],
    ['openrouter/meta/llama', { response_format: named }],
    ['local/llama-test', { response_format: named }],
    ['azure/my-deployment', { response_format: named }],
  ])('is bound to its schema by %s', async (model, expected) => {
    expect(await bodyOf(asking(model))).toMatchObject(expected)
  })

  test('uses a forced tool for a Claude without schema support, and is returned as text', async () => {
    const { tools, tool_choice: choice } = await bodyOf(asking('anthropic/claude-3-5-haiku-latest'))
    expect(tools).toMatchObject([{ input_schema: { required: ['vote'] } }])
    expect(choice).toMatchObject({ type: expect.stringMatching(/any|tool/) })
  })

  test.each(['openai/gpt-test', 'anthropic/claude-sonnet-4-5', 'openrouter/openai/gpt', 'local/llama-test'])(
    'is left to the prompt if %s may also call tools',
    async (model) => {
      const input = { type: 'object', properties: {} }
      const tool = { name: 'read', description: '', input, permission: 'read', readOnly: true, timeoutMs: 1 }
      const body = await bodyOf(asking(model, { tools: [tool] }))
      expect(JSON.stringify(body)).not.toMatch(/plan_review|output_config|response_format/)
    },
  )
})

describe('the cached prefix of a conversation', () => {
  const without = ({ answer: _answer, ...request }: ModelRequest): ModelRequest => request

  test.each([
    'openai/gpt-test',
    'anthropic/claude-sonnet-4-5',
    'openrouter/openai/gpt',
    'mistral/mistral-test',
    'bedrock/anthropic.claude-test',
  ])('is not lost to a schema with %s: the request is the same, byte for byte', async (model) => {
    const own = asking(model, { lines: talk, answer: { name: 'vote', schema, alone: false } })
    expect(JSON.stringify(await bodyOf(own))).toBe(JSON.stringify(await bodyOf(without(own))))
    const longSystem = asking(model, { system: long })
    expect(JSON.stringify(await bodyOf(longSystem))).toBe(JSON.stringify(await bodyOf(without(longSystem))))
  })

  test.each([
    ['local/llama-test', 'messages'],
    ['google/gemini-test', 'contents'],
  ])('stays even with a schema for %s, which keeps it out of the prompt', async (model, field) => {
    const own = asking(model, { lines: talk, answer: { name: 'vote', schema, alone: false } })
    const [held, free] = [await bodyOf(own), await bodyOf(without(own))]
    expect(JSON.stringify(held)).toContain('vote')
    expect(JSON.stringify(held[field])).toBe(JSON.stringify(free[field]))
  })
})

describe('a server that refuses schemas', () => {
  const refuses = (status: number, message: string) =>
    server.script(({ body }) =>
      'response_format' in (body as object)
        ? { kind: 'fault', name: 'refused', send: (wire) => wire.json(status, { error: { message } }) }
        : { text: 'VOTE: Wait' },
    )

  test.each([
    [400, "'response_format.type' must be 'text'"],
    [422, 'Unknown field: response_format'],
    [500, 'failed to parse grammar'],
  ])('with %i %j gets plain requests from then on', async (status, message) => {
    refuses(status, message)
    const models = modelsAt(server.url)
    const first = await partsOf(models.stream(asking('local/old'), live()))
    expect(first.at(-1)).toMatchObject({ type: 'failed', retryable: true })
    const second = await partsOf(models.stream(asking('local/old'), live()))
    expect(textOf(second)).toBe('VOTE: Wait')
    const third = await partsOf(models.stream(asking('local/other'), live()))
    expect(third.at(-1)).toMatchObject({ type: 'failed' })
  })

  test('is not confused with one that refuses for another reason', async () => {
    refuses(400, 'The model is not loaded.')
    const models = modelsAt(server.url)
    const first = await partsOf(models.stream(asking('local/old'), live()))
    expect(first.at(-1)).toMatchObject({ type: 'failed', retryable: false })
  })
})

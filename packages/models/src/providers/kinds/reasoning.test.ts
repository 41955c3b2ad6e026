import type { ModelRequest, Reasoning } from '@convene/domain'
import { type ModelServer, startModelServer } from '@convene/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { modelsAt, partsOf, requestOf, textOf } from '../models.fixture.ts'
import { providerModels } from '../provider-models.ts'

let server: ModelServer
beforeAll(async () => {
  server = await startModelServer()
})
afterAll(() => server.close())

const listening = () => new AbortController().signal

/** The request body for a level, with 4,000 of 5,000 tokens for reasoning. */
async function bodyFor(model: string, reasoning?: Reasoning): Promise<Record<string, unknown>> {
  server.script(() => ({ text: 'Red.' }))
  const request: ModelRequest = {
    ...requestOf(model),
    maxOutput: 5_000,
    thinking: 4_000,
    ...(reasoning && { reasoning }),
  }
  expect(textOf(await partsOf(modelsAt(server.url).stream(request, listening())))).toBe('Red.')
  return server.requests.at(-1)?.body as Record<string, unknown>
}

describe('a level is requested in the provider’s format', () => {
  test('OpenAI: by name, or the nearest one the model has', async () => {
    expect(await bodyFor('openai/gpt-5.2', 'high')).toMatchObject({
      reasoning: { effort: 'high' },
      max_output_tokens: 5_000,
    })
    expect(await bodyFor('openai/gpt-5.2', 'off')).toMatchObject({ reasoning: { effort: 'none' } })
    expect(await bodyFor('openai/gpt-5', 'max')).toMatchObject({ reasoning: { effort: 'high' } })
    expect(await bodyFor('openai/gpt-5', 'off')).toMatchObject({ reasoning: { effort: 'minimal' } })
  })

  test('Anthropic: an effort for newer models, a budget within the limit for older ones', async () => {
    expect(await bodyFor('anthropic/claude-opus-5', 'low')).toMatchObject({
      thinking: { type: 'adaptive' },
      output_config: { effort: 'low' },
      max_tokens: 5_000,
    })
    expect(await bodyFor('anthropic/claude-haiku-4-5', 'low')).toMatchObject({
      thinking: { type: 'enabled', budget_tokens: 4_000 },
      max_tokens: 5_000,
    })
    expect(await bodyFor('anthropic/claude-haiku-4-5', 'off')).toMatchObject({ thinking: { type: 'disabled' } })
  })

  test('Google: a level for newer models, a budget for older ones', async () => {
    const thinking = (body: Record<string, unknown>) =>
      (body.generationConfig as { thinkingConfig?: unknown } | undefined)?.thinkingConfig
    expect(thinking(await bodyFor('google/gemini-3.8-flash', 'high'))).toMatchObject({ thinkingLevel: 'high' })
    expect(thinking(await bodyFor('google/gemini-2.5-flash', 'high'))).toMatchObject({ thinkingBudget: 4_000 })
    expect(thinking(await bodyFor('google/gemini-2.5-flash', 'off'))).toMatchObject({ thinkingBudget: 0 })
  })

  test('Bedrock: like Anthropic, within the limit', async () => {
    const body = await bodyFor('bedrock/anthropic.claude-haiku-4-5-20251001-v1:0', 'low')
    expect(body).toMatchObject({
      additionalModelRequestFields: { thinking: { type: 'enabled', budget_tokens: 4_000 } },
      inferenceConfig: { maxTokens: 5_000 },
    })
  })

  test('Mistral and servers that speak the chat API: reasoning_effort', async () => {
    expect(await bodyFor('local/llama-test', 'medium')).toMatchObject({ reasoning_effort: 'medium' })
    expect(await bodyFor('local/llama-test', 'off')).toMatchObject({ reasoning_effort: 'none' })
  })

  test('Ollama: on or off, and a level for gpt-oss', async () => {
    expect(await bodyFor('ollama/qwen-test', 'high')).toMatchObject({ think: true })
    expect(await bodyFor('ollama/qwen-test', 'off')).toMatchObject({ think: false })
    expect(await bodyFor('ollama/gpt-oss:20b', 'max')).toMatchObject({ think: 'high' })
    expect(await bodyFor('ollama/qwen-test')).not.toHaveProperty('think')
  })

  test.each(['openai/gpt-4.1', 'openai/gpt-5.2', 'anthropic/claude-opus-5', 'google/gemini-3.8-flash', 'local/x'])(
    '%s: nothing is sent if nothing was requested',
    async (model) => {
      const text = JSON.stringify(await bodyFor(model))
      expect(text).not.toMatch(/effort|thinkingLevel|thinkingBudget|"thinking"/u)
    },
  )

  test('a model that does not reason gets no level', async () => {
    expect(JSON.stringify(await bodyFor('openai/gpt-4.1', 'high'))).not.toMatch(/effort/u)
  })
})

describe('reasoning summaries', () => {
  const thinking = (body: Record<string, unknown>) =>
    (body.generationConfig as { thinkingConfig?: unknown }).thinkingConfig

  test('are requested if the API has them, with or without a level', async () => {
    expect(await bodyFor('openai/gpt-5.2')).toMatchObject({ reasoning: { summary: 'auto' } })
    expect(await bodyFor('openai/gpt-5.2', 'high')).toMatchObject({ reasoning: { effort: 'high', summary: 'auto' } })
    expect(thinking(await bodyFor('google/gemini-3.8-flash'))).toEqual({ includeThoughts: true })
    expect(thinking(await bodyFor('google/gemini-2.5-flash', 'high'))).toMatchObject({ includeThoughts: true })
    expect(await bodyFor('anthropic/claude-opus-5', 'low')).toMatchObject({ thinking: { display: 'summarized' } })
  })

  test('are not requested if the model does not reason, or must not', async () => {
    expect(JSON.stringify(await bodyFor('openai/gpt-4.1'))).not.toContain('summary')
    expect(JSON.stringify(await bodyFor('openai/gpt-5.2', 'off'))).not.toContain('summary')
    expect(JSON.stringify(await bodyFor('google/gemini-2.5-flash', 'off'))).not.toContain('includeThoughts')
  })

  test('are never requested again if the provider refuses them, and the level stays', async () => {
    const message = 'Your organization must be verified to generate reasoning summaries.'
    server.script(({ body }) =>
      JSON.stringify(body).includes('"summary"')
        ? { kind: 'fault', name: 'summary', send: (wire) => wire.json(400, { error: { message } }) }
        : { text: 'Red.' },
    )
    const models = modelsAt(server.url)
    const request = { ...requestOf('openai/gpt-5.2'), reasoning: 'high' as const }
    const first = await partsOf(models.stream(request, listening()))
    expect(first.at(-1)).toMatchObject({ type: 'failed', code: 'bad_request', retryable: true })
    expect(textOf(await partsOf(models.stream(request, listening())))).toBe('Red.')
    expect(server.requests.at(-1)?.body).toMatchObject({ reasoning: { effort: 'high' } })
  })
})

test('OpenRouter has its own field', async () => {
  server.script(() => ({ text: 'Red.' }))
  const models = providerModels({ providers: { openrouter: { baseURL: `${server.url}/v1`, apiKey: 'x' } } }, {})
  await partsOf(models.stream({ ...requestOf('openrouter/some/new-model'), reasoning: 'low' }, listening()))
  const body = server.requests.at(-1)?.body
  expect(body).toMatchObject({ reasoning: { effort: 'low' } })
  expect(body).not.toHaveProperty('reasoning_effort')
})

describe('a server that refuses a level', () => {
  const message = JSON.stringify({ error: { message: 'reasoning_effort is not supported by this model' } })
  const refuse = () =>
    server.script((request) =>
      'reasoning_effort' in (request.body as object)
        ? {
            kind: 'fault',
            name: 'level',
            send: () => ({
              status: 400,
              headers: { 'content-type': 'application/json' },
              acts: [{ act: 'write', bytes: Buffer.from(message) }],
            }),
          }
        : { text: 'Red.' },
    )

  test('is called without one from then on', async () => {
    refuse()
    const models = modelsAt(server.url)
    const request = { ...requestOf('local/llama-test'), reasoning: 'high' as const }
    const first = await partsOf(models.stream(request, listening()))
    expect(first.at(-1)).toMatchObject({ type: 'failed', code: 'bad_request', retryable: true })
    expect(textOf(await partsOf(models.stream(request, listening())))).toBe('Red.')
  })
})

test('a model whose catalogue row accepts no temperature gets none', async () => {
  expect(await bodyFor('anthropic/claude-opus-4-7')).not.toHaveProperty('temperature')
  expect(await bodyFor('anthropic/claude-haiku-4-5')).toHaveProperty('temperature', 0.3)
})

import { describe, expect, test } from 'vitest'
import { connectionOf, isConnection } from './connection.ts'
import { modelFacts, modelInfo } from './model-facts.ts'
import { sees } from './pictures.ts'

const name = 'anthropic/claude-opus-5'

test('facts come from the catalogue, with their source', () => {
  const { context, output, sources } = modelFacts(name, {})
  expect(context).toBe(1_000_000)
  expect(output).toBe(128_000)
  expect(sources.context).toMatch(/^catalogue of \d{4}-/u)
  expect(modelInfo(name, {}).reasoning).toEqual(['off', 'low', 'medium', 'high', 'max'])
})

describe('a model’s settings', () => {
  test('replace what they name and nothing else', () => {
    const price = { input: 1, output: 2 }
    const facts = modelFacts(name, { models: { [name]: { context: 50_000, price, reasoning: ['low'] } } })
    expect(facts).toMatchObject({ context: 50_000, price, reasoning: ['low'], output: 128_000 })
    expect(facts.sources).toMatchObject({
      context: 'settings',
      price: 'settings',
      output: expect.stringMatching(/^cat/u),
    })
    expect(facts).not.toHaveProperty('note')
  })

  test('take precedence over the price list', () => {
    const prices = { [name]: { input: 7, output: 7 } }
    expect(modelFacts(name, { prices }).price).toEqual(prices[name])
    const models = { [name]: { price: { input: 8, output: 8 } } }
    expect(modelFacts(name, { prices, models }).price).toEqual({ input: 8, output: 8 })
  })

  test('can say that a model reasons without naming levels', () => {
    const reasoning = (said: boolean) => modelInfo('local/x', { models: { 'local/x': { reasoning: said } } }).reasoning
    expect(reasoning(true)).toEqual(['low', 'medium', 'high'])
    expect(reasoning(false)).toEqual([])
  })
})

describe('whether images are sent', () => {
  const at = (name: string, baseURL?: string, models = {}) => {
    const [provider = '', model = ''] = name.split(/\/(.*)/su)
    const configuration = { models, providers: { [provider]: { apiKey: 'x', ...(baseURL && { baseURL }) } } }
    const connection = connectionOf(provider, configuration, {})
    if (!isConnection(connection)) throw new Error(connection.message)
    return sees(connection, model, modelFacts(name, configuration))
  }

  test('is known for a gateway, but not for another server with the same model names', () => {
    expect(at('openrouter/anthropic/claude-opus-5')).toBe(true)
    expect(at('openrouter/some/new-model')).toBe(false)
    expect(at('openrouter/anthropic/claude-opus-5', 'http://127.0.0.1:9/v1')).toBe(false)
  })

  test('is decided by the model’s settings', () => {
    const own = (images: boolean) => ({ 'openrouter/some/new-model': { images } })
    expect(at('openrouter/some/new-model', 'http://127.0.0.1:9/v1', own(true))).toBe(true)
    expect(at('openrouter/some/new-model', undefined, own(false))).toBe(false)
  })
})

test('a local model is free, and everything else about it is unknown', () => {
  const facts = modelFacts('ollama/qwen3', {})
  expect(facts).toEqual({ price: { input: 0, cached: 0, output: 0 }, sources: { price: 'runs on this machine' } })
  expect(modelInfo('ollama/qwen3', {})).toEqual({ price: facts.price, context: null, idleMs: 600_000 })
})

describe('a model at an address on this machine', () => {
  const at = (provider: object, model = 'vllm/qwen3') =>
    modelInfo(model, { providers: { vllm: { type: 'openai-compatible', ...provider } } })
  const here = { baseURL: 'http://127.0.0.1:8000/v1' }

  test('costs nothing, so a cost limit can be set, and has ten minutes to load', () => {
    expect(at(here)).toMatchObject({ price: { input: 0, output: 0 }, idleMs: 600_000 })
    expect(at({ baseURL: 'http://localhost:8000/v1' })).toMatchObject({ price: { input: 0 }, idleMs: 600_000 })
  })

  test('may be behind a gateway to a paid service, so its price is unknown', () => {
    expect(at({ ...here, apiKey: 'secret' })).toMatchObject({ price: null, idleMs: 600_000 })
    expect(at({ ...here, apiKeyEnv: 'GATEWAY_KEY' }).price).toBeNull()
    expect(at({ ...here, headers: { authorization: 'x' } }).price).toBeNull()
    expect(at(here, 'vllm/anthropic/claude-opus-5').price).toBeNull()
    expect(at(here, 'vllm/gpt-oss-120b').price).not.toBeNull()
  })

  test('also gets that time if the environment sets the address, but its price stays unknown', () => {
    const environment = { OPENAI_BASE_URL: 'http://127.0.0.1:8000/v1' }
    expect(modelInfo('openai/qwen3', {}, environment)).toMatchObject({ price: null, idleMs: 600_000 })
    expect(modelInfo('openai/qwen3', {})).not.toHaveProperty('idleMs')
    expect(modelInfo('ollama/qwen3', {}, { OLLAMA_HOST: 'http://192.168.0.9:11434' })).not.toHaveProperty('idleMs')
    expect(modelInfo('ollama/qwen3', {})).toHaveProperty('idleMs', 600_000)
  })

  test('is nothing special anywhere else', () => {
    const elsewhere = at({ baseURL: 'https://127.0.0.1.example.com/v1' })
    expect(elsewhere.price).toBeNull()
    expect(elsewhere).not.toHaveProperty('idleMs')
    expect(at({ baseURL: 'no address' })).not.toHaveProperty('idleMs')
  })
})

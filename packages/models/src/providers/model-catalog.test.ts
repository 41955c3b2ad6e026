import { describe, expect, test } from 'vitest'
import { modelCatalog } from './model-catalog.ts'
import { modelInfo } from './model-facts.ts'

const listed = (name: string, configuration = {}, environment = {}) =>
  modelCatalog(configuration, environment).providers.find((provider) => provider.name === name)

describe('the model list', () => {
  test('starts with the rehearsal model, which is always available and free', () => {
    expect(modelCatalog({}, {}).providers[0]).toMatchObject({
      configured: true,
      models: [{ name: 'rehearsal/offline', rehearsal: true, price: { input: 0, output: 0 } }],
    })
  })

  test('says which variable is missing, until it is set', () => {
    expect(listed('anthropic')).toMatchObject({ configured: false, missing: ['ANTHROPIC_API_KEY'] })
    expect(listed('anthropic', {}, { ANTHROPIC_API_KEY: 'key' })).toMatchObject({ configured: true, missing: [] })
  })

  test('includes the providers and models named in the settings', () => {
    const configuration = {
      model: 'work/llama',
      providers: { work: { type: 'openai-compatible', baseURL: 'http://127.0.0.1:1/v1' } },
    }
    expect(listed('work', configuration)).toMatchObject({
      configured: true,
      address: 'http://127.0.0.1:1/v1',
      models: [{ name: 'work/llama', price: { input: 0, output: 0 }, context: null }],
    })
  })

  test('never shows a key', () => {
    const shown = JSON.stringify(modelCatalog({}, { OPENAI_API_KEY: 'sk-very-secret' }))
    expect(shown).not.toContain('very-secret')
  })
})

describe("a model's price", () => {
  test("is the user's own if set", () => {
    const prices = { 'openai/gpt-5': { input: 3, cached: 0.3, output: 15 } }
    expect(modelInfo('openai/gpt-5', { prices })).toMatchObject({ price: prices['openai/gpt-5'] })
  })

  test("is its family's for a dated release", () => {
    expect(modelInfo('openai/gpt-5-2025-08-07', {})).toEqual(modelInfo('openai/gpt-5', {}))
    expect(modelInfo('anthropic/claude-haiku-4-5-20251001', {})).toEqual(modelInfo('anthropic/claude-haiku-4-5', {}))
  })

  test.each(['openai/gpt-99', 'nobody/model', 'azure/deployment', 'ollama/gpt-oss:120b-cloud', 'openai/__proto__'])(
    'is unknown, not 0, for %s',
    (name) => {
      expect(modelInfo(name, {}).price).toBeNull()
    },
  )

  test('is zero for a model on this machine', () => {
    expect(modelInfo('ollama/llama3.3', {}).price).toEqual({ input: 0, cached: 0, output: 0 })
  })
})

import { expect, test } from 'vitest'
import { defaultModel, defaultModels } from './default-model.ts'

test('the model in the settings comes first', () => {
  const chosen = defaultModel({ model: 'openai/gpt-5' }, { ANTHROPIC_API_KEY: 'key' })
  expect(chosen).toMatchObject({ model: 'openai/gpt-5', source: 'settings' })
})

test('a key in the environment selects its provider, and the reason names the variable', () => {
  const chosen = defaultModel({}, { OPENAI_API_KEY: 'key' })
  expect(chosen.model).toMatch(/^openai\//)
  expect(chosen).toMatchObject({ source: 'environment', reason: expect.stringContaining('OPENAI_API_KEY') })
})

test('without a key, the rehearsal model is used, and the reason says how to connect a model', () => {
  expect(defaultModel({}, {})).toMatchObject({
    model: 'rehearsal/offline',
    source: 'none',
    reason: expect.stringContaining('no model is connected. To connect a model, set ANTHROPIC_API_KEY'),
  })
})

test('local servers and unknown addresses are never used unless named', () => {
  const environment = { OLLAMA_HOST: '127.0.0.1', OPENAI_API_KEY: 'key', OPENAI_BASE_URL: 'http://127.0.0.1:8000/v1' }
  expect(defaultModel({}, environment).model).toBe('rehearsal/offline')
})

test.each([
  ['a custom address', {}, { OPENAI_API_KEY: 'key', OPENAI_BASE_URL: 'http://127.0.0.1:8000/v1' }, 'openai/<name>'],
  ['a custom address without a key', {}, { OPENAI_BASE_URL: 'http://127.0.0.1:8000/v1' }, 'openai/<name>'],
  ['no default model', {}, { AZURE_API_KEY: 'key', AZURE_RESOURCE_NAME: 'ours' }, 'azure/<name>'],
  ['custom settings', { providers: { box: { baseURL: 'http://10.0.0.7/v1' } } }, {}, 'box/<name>'],
] as const)('a provider with %s lacks only a model name, and the message says so', (_, settings, env, named) => {
  const { source, advice } = defaultModel(settings, env)
  expect(source).toBe('none')
  expect(advice).toContain(`Choose one with --model ${named}`)
  expect(advice).not.toMatch(/No model is connected|set OPENAI_API_KEY/)
})

test('each connected provider offers its default model', () => {
  const keys = { ANTHROPIC_API_KEY: 'a', OPENAI_API_KEY: 'b' }
  const vendors = defaultModels({ providers: {} }, keys).map((model) => model.split('/')[0])
  expect(vendors).toEqual(['anthropic', 'openai'])
})

import { describe, expect, test } from 'vitest'
import { connectionOf, secretsOf } from './connection.ts'

const baseURL = (name: string, environment: Record<string, string>) =>
  (connectionOf(name, {}, environment) as { baseURL?: string }).baseURL

describe('the Ollama address', () => {
  test.each([
    [undefined, 'http://127.0.0.1:11434/v1'],
    ['0.0.0.0', 'http://127.0.0.1:11434/v1'],
    ['127.0.0.1:5000', 'http://127.0.0.1:5000/v1'],
    [':5000', 'http://127.0.0.1:5000/v1'],
    ['box.local', 'http://box.local:11434/v1'],
    ['https://ollama.example.com', 'https://ollama.example.com/v1'],
    ['http://127.0.0.1:11434/', 'http://127.0.0.1:11434/v1'],
  ])('OLLAMA_HOST=%s is %s', (host, expected) => {
    expect(baseURL('ollama', host ? { OLLAMA_HOST: host } : {})).toBe(expected)
  })
})

test.each(['https://proxy.example.com', 'https://proxy.example.com/', 'https://proxy.example.com/v1'])(
  'ANTHROPIC_BASE_URL=%s means the same',
  (address) => {
    expect(baseURL('anthropic', { ANTHROPIC_API_KEY: 'key', ANTHROPIC_BASE_URL: address })).toBe(
      'https://proxy.example.com/v1',
    )
  },
)

describe('OpenAI', () => {
  const api = (environment: Record<string, string>, settings = {}) =>
    connectionOf('openai', { providers: { openai: settings } }, { OPENAI_API_KEY: 'key', ...environment })

  test('uses the responses API, other servers use chat completions', () => {
    expect(api({})).toMatchObject({ api: 'responses' })
    expect(api({ OPENAI_BASE_URL: 'https://api.openai.com/v1' })).toMatchObject({ api: 'responses' })
    expect(api({ OPENAI_BASE_URL: 'http://127.0.0.1:8000/v1' })).toMatchObject({ api: 'chat' })
  })

  test('uses the API that the settings name', () => {
    expect(api({}, { api: 'chat' })).toMatchObject({ api: 'chat' })
    expect(api({ OPENAI_BASE_URL: 'http://127.0.0.1:8000/v1' }, { api: 'responses' })).toMatchObject({
      api: 'responses',
    })
  })

  test('needs no key at a custom address', () => {
    expect(connectionOf('openai', {}, { OPENAI_BASE_URL: 'http://127.0.0.1:8000/v1' })).toMatchObject({ api: 'chat' })
  })
})

describe('a missing setting', () => {
  const missing = (name: string, environment: Record<string, string>, settings?: object) =>
    (connectionOf(name, settings ? { providers: { [name]: settings } } : {}, environment) as { missing?: unknown })
      .missing

  test('is reported as the nearest variable', () => {
    expect(missing('azure', { AZURE_OPENAI_API_KEY: 'key' })).toEqual(['AZURE_OPENAI_ENDPOINT'])
    expect(missing('bedrock', { AWS_REGION: 'eu-west-1' })).toEqual(['AWS_BEARER_TOKEN_BEDROCK'])
    expect(missing('google', { GEMINI_API_KEY: 'key' })).toBeUndefined()
  })

  test('is not reported if the settings have the endpoint or region', () => {
    const endpoint = { baseURL: 'https://mine.openai.azure.com' }
    expect(missing('azure', { AZURE_OPENAI_API_KEY: 'key' }, endpoint)).toBeUndefined()
    expect(missing('bedrock', { AWS_BEARER_TOKEN_BEDROCK: 'key' }, { region: 'eu-central-1' })).toBeUndefined()
  })

  test('is the variable named in the settings', () => {
    const settings = { type: 'openai-compatible', baseURL: 'http://127.0.0.1:1/v1', apiKeyEnv: 'WORK_KEY' }
    expect(missing('work', {}, settings)).toEqual(['WORK_KEY'])
    expect(missing('work', { WORK_KEY: 'key' }, settings)).toBeUndefined()
  })

  test('is the address of an unknown server', () => {
    expect(missing('work', {}, { type: 'openai-compatible' })).toEqual(['providers.work.baseURL'])
    expect(missing('work', {}, { type: 'surprise' })).toEqual(['providers.work'])
  })

  test.each(['not an address', 'ftp://example.com', '::::'])('is an address instead of "%s"', (address) => {
    expect(missing('ollama', { OLLAMA_HOST: address })).toEqual(['OLLAMA_HOST'])
    expect(missing('work', {}, { baseURL: address })).toEqual(['providers.work.baseURL'])
  })

  test('is a variable that contains only blanks', () => {
    expect(missing('mistral', { MISTRAL_API_KEY: '  ' })).toEqual(['MISTRAL_API_KEY'])
  })
})

test('every secret of a connection is redacted', () => {
  const environment = { AWS_REGION: 'eu-west-1', AWS_ACCESS_KEY_ID: 'AKIA1234', AWS_SECRET_ACCESS_KEY: 'secret1' }
  const connection = connectionOf(
    'bedrock',
    { providers: { bedrock: { headers: { 'x-team': 'header-secret' } } } },
    environment,
  )
  if (!('type' in connection)) throw new Error('bedrock is configured')
  expect(secretsOf(connection)).toEqual(expect.arrayContaining(['AKIA1234', 'secret1', 'header-secret']))
})

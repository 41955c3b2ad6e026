import { expect, test } from 'vitest'
import { windowIn } from './kinds/listed-window.ts'
import { serverWindow } from './server-window.ts'

const servers: Record<string, unknown> = {
  '8080/v1/models': { data: [{ id: 'tiny', meta: { n_ctx_train: 131_072, n_ctx: 8_192 } }] },
  '8000/v1/models': { data: [{ id: 'qwen', max_model_len: 32_768 }, { id: 'other' }] },
  '1234/api/v0/models': { data: [{ id: 'phi', max_context_length: 131_072, loaded_context_length: 4_096 }] },
  '11434/api/show': { model_info: { 'general.architecture': 'llama', 'llama.context_length': 131_072 } },
  '11434/api/ps': { models: [{ name: 'llama:latest', context_length: 65_536 }] },
}
const fetch = (async (url: string) => {
  const found = Object.entries(servers).find(([end]) => String(url).endsWith(end))
  return found ? Response.json(found[1]) : new Response('', { status: 404 })
}) as typeof globalThis.fetch
const settings = { providers: { vllm: { baseURL: 'http://127.0.0.1:8000/v1' } } }
const windowOf = (model: string, more: object = {}) => serverWindow(model, { ...settings, ...more }, {}, fetch)

test.each([
  ['llamacpp/tiny', 8_192],
  ['vllm/qwen', 32_768],
  ['vllm/other', undefined],
  ['vllm/missing', undefined],
  ['lmstudio/phi', 4_096],
  ['ollama/llama', 65_536],
  ['anthropic/claude', undefined],
  ['nobody/model', undefined],
])('the server of %s reports %s', async (model, window) => expect(await windowOf(model)).toBe(window))

test('the settings decide how much Ollama is asked for', async () => {
  expect(await windowOf('ollama/llama', { models: { 'ollama/llama': { context: 8_000 } } })).toBe(8_000)
})

test.each([
  [null],
  [7],
  ['x'],
  [{ meta: null }],
  [{ max_model_len: '32768' }],
  [{ max_model_len: -1 }],
  [{ meta: { n_ctx: 1.5 } }],
])('an entry like %j has no context window', (entry) => expect(windowIn(entry)).toBeUndefined())

test('an unreachable server, or one with an unexpected answer, has none', async () => {
  const down = (async () => Promise.reject(new TypeError('fetch failed'))) as typeof globalThis.fetch
  const page = (async () => new Response('<html>')) as typeof globalThis.fetch
  expect(await serverWindow('llamacpp/tiny', {}, {}, down)).toBeUndefined()
  expect(await serverWindow('llamacpp/tiny', {}, {}, page)).toBeUndefined()
})

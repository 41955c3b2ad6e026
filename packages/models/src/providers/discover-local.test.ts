import { startModelServer } from '@convene/testkit'
import { expect, test } from 'vitest'
import { discoverLocal } from './discover-local.ts'

const json = (value: unknown) => async () => Response.json(value)
const at = (answers: Record<string, () => Promise<Response>>): typeof globalThis.fetch =>
  ((url: string) => {
    const found = Object.entries(answers).find(([port]) => url.includes(`:${port}/`))
    return found ? found[1]() : Promise.reject(new TypeError('fetch failed'))
  }) as typeof globalThis.fetch

test('finds servers that answer on their usual ports, with their models', async () => {
  const fetch = at({ 11434: json({ data: [{ id: 'llama3.3:70b' }] }), 1234: json({ data: [{ id: 'qwen' }, {}] }) })
  expect(await discoverLocal({ fetch })).toMatchObject([
    { provider: 'ollama', models: ['ollama/llama3.3:70b'] },
    { provider: 'lmstudio', models: ['lmstudio/qwen'] },
  ])
})

test('does not mistake another program for a model server', async () => {
  const page = async () => new Response('<html>It works!</html>')
  expect(await discoverLocal({ fetch: at({ 8080: page, 1234: json({ data: 'none' }), 11434: json(null) }) })).toEqual(
    [],
  )
})

test('gives up on a server that does not respond', async () => {
  const silent = ((_url: string, { signal }: RequestInit) =>
    new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason))
    })) as typeof globalThis.fetch
  expect(await discoverLocal({ fetch: silent, limitMs: 5 })).toEqual([])
})

/** The addresses contacted with these settings. No server answers. */
async function askedWith(options: Parameters<typeof discoverLocal>[0]): Promise<readonly string[]> {
  const asked: string[] = []
  const fetch = ((url: string) => {
    asked.push(url)
    return Promise.reject(new TypeError('fetch failed'))
  }) as typeof globalThis.fetch
  await discoverLocal({ ...options, fetch })
  return asked
}

test.each(['box.example.com', '127.0.0.1.example.com', '127.example.com'])(
  'contacts no other machine: %s',
  async (host) => {
    const asked = await askedWith({ environment: { OLLAMA_HOST: host } })
    expect(asked.filter((url) => !url.startsWith('http://127.0.0.1:'))).toEqual([])
  },
)

test("reads a real server's model list", async () => {
  const server = await startModelServer({ models: ['llama-test'] })
  const found = await discoverLocal({ environment: { OLLAMA_HOST: `127.0.0.1:${server.port}` }, limitMs: 5000 })
  await server.close()
  expect(found.find(({ provider }) => provider === 'ollama')?.models).toEqual(['ollama/llama-test'])
})

test('asks a configured server for its models, with its key', async () => {
  const server = await startModelServer({ models: ['llama-test', 'qwen-test'] })
  const environment = { OPENAI_API_KEY: 'secret', OPENAI_BASE_URL: `${server.url}/v1` }
  const found = await discoverLocal({ configuration: {}, environment, limitMs: 5000 })
  await server.close()
  expect(found.find(({ provider }) => provider === 'openai')).toMatchObject({
    address: `${server.url}/v1`,
    models: ['openai/llama-test', 'openai/qwen-test'],
  })
})

test('does not ask a provider at its default address', async () => {
  const asked = await askedWith({ configuration: {}, environment: { OPENAI_API_KEY: 'secret' } })
  expect(asked.filter((url) => url.includes('openai.com'))).toEqual([])
})

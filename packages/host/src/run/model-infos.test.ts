import { startModelServer } from '@convene/testkit'
import { expect, test } from 'vitest'
import { modelInfos } from './model-infos.ts'

const seat = { model: 'ollama/qwen-test' }

test('a context window that only the server knows is fetched from there, but not for a preview', async () => {
  const server = await startModelServer({ window: 12_288 })
  const settings = { providers: { ollama: { baseURL: server.url } } }
  const asked = await modelInfos([seat, seat], settings, {})
  const seen = await modelInfos([seat], settings, {}, true)
  await server.close()
  expect(asked['ollama/qwen-test']).toMatchObject({ context: 12_288 })
  expect(seen['ollama/qwen-test']).toMatchObject({ context: null })
})

test('an unreachable server leaves the context window unknown', async () => {
  const server = await startModelServer()
  await server.close()
  const settings = { providers: { own: { baseURL: `${server.url}/v1` } } }
  expect(await modelInfos([{ model: 'own/model' }], settings, {})).toMatchObject({ 'own/model': { context: null } })
})

test('a context window that the user set is not fetched', async () => {
  const settings = { models: { 'ollama/qwen-test': { context: 8_000 } } }
  expect(await modelInfos([seat], settings, {})).toMatchObject({
    'ollama/qwen-test': { context: 8_000 },
  })
})

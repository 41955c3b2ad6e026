import { startModelServer } from '@convene/testkit'
import { expect, test } from 'vitest'
import { modelInfos } from './model-infos.ts'

const seat = { model: 'ollama/qwen-test' }

test('a window that only the server knows comes from there, and is not asked for in a preview', async () => {
  const server = await startModelServer({ window: 12_288 })
  const settings = { providers: { ollama: { baseURL: server.url } } }
  const asked = await modelInfos([seat, seat], settings, {})
  const seen = await modelInfos([seat], settings, {}, true)
  await server.close()
  expect(asked['ollama/qwen-test']).toMatchObject({ context: 12_288 })
  expect(seen['ollama/qwen-test']).toMatchObject({ context: null })
})

test('a server that is down leaves the window unknown', async () => {
  const server = await startModelServer()
  await server.close()
  const settings = { providers: { own: { baseURL: `${server.url}/v1` } } }
  expect(await modelInfos([{ model: 'own/model' }], settings, {})).toMatchObject({ 'own/model': { context: null } })
})

test('what the user set is not asked again', async () => {
  const settings = { models: { 'ollama/qwen-test': { context: 8_000 } } }
  expect(await modelInfos([seat], settings, {})).toMatchObject({
    'ollama/qwen-test': { context: 8_000 },
  })
})

import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { faultNamed, type ModelServer, startModelServer, temporaryFolder } from '@convene/testkit'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { keepKey } from '../keys/known-keys.ts'
import { openProgram } from '../open-program.ts'
import { testKey } from './test-key.ts'

let server: ModelServer
beforeAll(async () => {
  server = await startModelServer({ models: ['big', 'small'] })
})
afterAll(() => server.close())

function opened(environment: { readonly [name: string]: string }, settings: object = {}) {
  const folder = temporaryFolder()
  const home = folder.file('home')
  mkdirSync(home)
  writeFileSync(folder.file('home/config.json'), JSON.stringify(settings))
  const { program, close } = openProgram({ home, workspace: home, environment, version: '1' })
  onTestFinished(async () => {
    await close()
    folder[Symbol.dispose]()
  })
  return program
}

const own = () => ({
  providers: { own: { type: 'openai-compatible', baseURL: `${server.url}/v1`, apiKeyEnv: 'OWN_KEY' } },
})

test('a key for a server with a custom address lists that server’s models, and sets no default', async () => {
  server.script(() => ({ text: 'OK' }))
  const tested = await testKey(opened({}, own()), { variable: 'OWN_KEY', value: 'secret' })
  expect(tested).toEqual({
    ok: true,
    value: { label: 'own', models: ['own/big', 'own/small'], model: 'own/big', default: 'rehearsal/offline' },
  })
  const openai = opened({ OPENAI_BASE_URL: `${server.url}/v1` })
  expect(await testKey(openai, { variable: 'OPENAI_API_KEY', value: 'secret' })).toMatchObject({
    value: { models: ['openai/big', 'openai/small'], model: 'openai/big' },
  })
})

test('a key of a provider that was added while Convene runs is tested without a restart', async () => {
  server.script(() => ({ text: 'OK' }))
  const program = opened({})
  await program.settings()
  writeFileSync(join(program.home, 'config.json'), JSON.stringify(own()))
  expect(await testKey(program, { variable: 'OWN_KEY', value: 'secret' })).toMatchObject({
    value: { models: ['own/big', 'own/small'] },
  })
})

test('a key that belongs to no model provider is not called incomplete', async () => {
  const oidc = { issuer: 'https://login.example', clientId: 'convene', clientSecretEnv: 'LOGIN_SECRET' }
  const tested = await testKey(opened({}, { server: { oidc } }), { variable: 'LOGIN_SECRET', value: 'x' })
  expect(tested).toMatchObject({
    refusal: { message: 'Login service has no models, so its key cannot be tested.' },
  })
})

test('a key that the server refuses is reported in the server’s words, without the key', async () => {
  server.script(() => faultNamed('status-401') ?? {})
  const tested = await testKey(opened({}, own()), { variable: 'OWN_KEY', value: 'secret' })
  expect(tested).toMatchObject({ ok: false, refusal: { code: 'key_refused' } })
  expect(JSON.stringify(tested)).not.toContain('secret')
})

test('a key that no provider takes, and one that needs further settings, say so', async () => {
  const program = opened({})
  expect(await testKey(program, { variable: 'NO_SUCH_KEY', value: 'x' })).toMatchObject({
    refusal: { code: 'unknown_key' },
  })
  const azure = await testKey(program, { variable: 'AZURE_OPENAI_API_KEY', value: 'x' })
  expect(azure).toMatchObject({ refusal: { code: 'key_incomplete' } })
})

test('a key of a server that lists no models is tested with the configured default model', async () => {
  const lost = { type: 'openai-compatible', baseURL: 'http://127.0.0.1:9/v1', apiKeyEnv: 'OWN_KEY' }
  const settings = { providers: { own: lost }, model: 'own/big' }
  const tested = await testKey(opened({}, settings), { variable: 'OWN_KEY', value: 'secret' })
  expect(tested).toMatchObject({ ok: false, refusal: { code: 'key_refused' } })
})

test('a key is not confirmed if its server does not answer and no model is configured', async () => {
  const lost = { type: 'openai-compatible', baseURL: 'http://127.0.0.1:9/v1', apiKeyEnv: 'OWN_KEY' }
  const tested = await testKey(opened({}, { providers: { own: lost } }), { variable: 'OWN_KEY', value: 'secret' })
  expect(tested).toMatchObject({
    refusal: { code: 'key_unconfirmed', message: expect.stringContaining('the key was not confirmed') },
  })
})

test('a server that refuses the key is not said to list no models', async () => {
  const strict = createServer((_request, response) => {
    response.writeHead(401, { 'content-type': 'application/json' })
    response.end('{"error":{"message":"Incorrect API key provided"}}')
  })
  await new Promise<void>((resolve) => void strict.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void strict.close())
  const baseURL = `http://127.0.0.1:${(strict.address() as AddressInfo).port}/v1`
  const tested = await testKey(opened({}, { providers: { openai: { baseURL } } }), {
    variable: 'OPENAI_API_KEY',
    value: 'sk-wrong',
  })
  const message = expect.stringContaining('OpenAI refused the key (HTTP 401)')
  expect(tested).toMatchObject({ refusal: { code: 'key_refused', message } })
})

test('a key with characters that no server could receive is neither tested nor stored', async () => {
  const program = opened({}, own())
  for (const value of ['sk-\u001b[31mx', 'sk-\u202ex', 'sk\nx', 'sk-\u{1f511}']) {
    const refused = { ok: false, refusal: { code: 'bad_key' } }
    expect(await testKey(program, { variable: 'OWN_KEY', value })).toMatchObject(refused)
    expect(await keepKey(program, { variable: 'OWN_KEY', value, in: 'file' })).toMatchObject(refused)
  }
})

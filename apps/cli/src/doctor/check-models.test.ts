import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { CliProgram } from '../program.ts'
import { checkModels } from './check-models.ts'

type Reply = { readonly status: number; readonly type: string; readonly body: string }

type Keys = { readonly [name: string]: string }

/** What doctor says about a server on this machine that gives this reply. */
async function found({ status, type, body }: Reply, environment: Keys = {}, takesKey = true) {
  const server = createServer((_request, response) => {
    response.writeHead(status, { 'content-type': type })
    response.end(body)
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await new Promise((listening) => server.once('listening', listening))
  const baseURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const settings = { providers: { p: { type: 'openai-compatible', baseURL, ...(takesKey && { apiKeyEnv: 'P_KEY' }) } } }
  const own = { P_KEY: 'stand-in', ...environment }
  const extensions = { parts: async () => [], whyMissing: async () => null }
  // Nothing was fetched into this data folder.
  const home = import.meta.dirname
  const program = { home, extensions, settings: async () => ({ settings }), withStandIns: async () => own, environment }
  const checks = await checkModels(program as unknown as CliProgram)
  return checks.find((check) => check.what === 'provider')
}

test('a server that lists its models answers', async () => {
  expect(await found({ status: 200, type: 'application/json', body: '{"data":[]}' })).toMatchObject({
    state: 'good',
    found: expect.stringContaining('answers at'),
  })
})

test('a server that refuses the key does not count as answering', async () => {
  const refusal = { status: 401, type: 'application/json', body: '{}' }
  expect(await found(refusal, { P_KEY: 'sk-wrong' })).toMatchObject({
    state: 'note',
    found: expect.stringContaining('refuses the key (HTTP 401)'),
  })
  expect(await found(refusal, {}, false)).toMatchObject({ found: expect.stringContaining('asks for a key (HTTP 401)') })
})

test('a server that wants the key which is in the keychain is fine, and no such key is read', async () => {
  const refusal = { status: 401, type: 'application/json', body: '{}' }
  expect(await found(refusal)).toMatchObject({
    state: 'good',
    found: expect.stringContaining('with a stored key that is not tried here'),
  })
})

test('a login page does not count as a model server', async () => {
  expect(await found({ status: 200, type: 'text/html', body: '<html>Log in</html>' })).toMatchObject({
    state: 'note',
    found: expect.stringContaining('does not answer like a model server'),
  })
})

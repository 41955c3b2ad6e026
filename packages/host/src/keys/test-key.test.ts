import { mkdirSync, writeFileSync } from 'node:fs'
import { faultNamed, type ModelServer, startModelServer, temporaryFolder } from '@convene/testkit'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
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

test('a key of a server at its own address lists the models of that server, and chooses none', async () => {
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

test('a key that the server refuses is refused in its words, which never hold the key', async () => {
  server.script(() => faultNamed('status-401') ?? {})
  const tested = await testKey(opened({}, own()), { variable: 'OWN_KEY', value: 'secret' })
  expect(tested).toMatchObject({ ok: false, refusal: { code: 'key_refused' } })
  expect(JSON.stringify(tested)).not.toContain('secret')
})

test('a key that nobody takes, and one that needs more than itself, say so', async () => {
  const program = opened({})
  expect(await testKey(program, { variable: 'NO_SUCH_KEY', value: 'x' })).toMatchObject({
    refusal: { code: 'unknown_key' },
  })
  const azure = await testKey(program, { variable: 'AZURE_OPENAI_API_KEY', value: 'x' })
  expect(azure).toMatchObject({ refusal: { code: 'key_incomplete' } })
})

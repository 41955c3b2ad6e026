import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { optionalPackages } from '@convene/extensions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Launched, newPlace, type TestFolders } from '../e2e/launch.ts'

const TOKEN = 'the-token-of-the-server'

let place: TestFolders
let server: Launched
let address: string

/** A server whose program has none of the optional packages. */
beforeAll(async () => {
  place = newPlace()
  const hidden = optionalPackages.map(({ name }) => name).join()
  server = place.launch(['serve', '--port', '0'], {
    node: ['--import', join(import.meta.dirname, 'fixtures/hide-packages.mjs')],
    environment: { CONVENE_SOURCES: '1', HIDDEN_PACKAGES: hidden, CONVENE_TOKEN: TOKEN },
  })
  await server.says('Convene is running')
  const { port } = JSON.parse(readFileSync(join(place.home, 'server.json'), 'utf8')) as { readonly port: number }
  address = `http://127.0.0.1:${port}`
})

afterAll(async () => {
  server.child.kill('SIGKILL')
  await server.ended
  place.remove()
})

const ask = (path: string): Promise<Response> =>
  fetch(address + path, { headers: { authorization: `Bearer ${TOKEN}` } })

const needed = ['/api/models', '/api/tools', '/api/agents', '/api/teams', '/api/settings', '/api/sessions']

test.each(needed)('without any optional package, a server still answers %s', async (path) => {
  expect((await ask(path)).status).toBe(200)
})

test.each([
  ['/v1/models', '@convene/gateways'],
  ['/mcp', '@convene/gateways'],
  ['/api/evals/any/grading', '@convene/eval'],
])('asked for %s, it names the missing package %s', async (path, name) => {
  const answer = await ask(path)
  expect(answer.status).toBe(400)
  expect(await answer.text()).toContain(`optional package ${name}, which is not installed`)
})

import { type ModelServer, type Rule, startModelServer } from '@convene/testkit'
import { afterAll, beforeAll } from 'vitest'
import { type Served, served } from './server.fixture.ts'

/** A server for a test file, whose model says these lines. */
export function scriptedServer(rules: () => readonly Rule[]): { readonly now: () => Served } {
  let models: ModelServer
  let server: Served
  beforeAll(async () => {
    models = await startModelServer()
    models.script(rules())
    const local = { type: 'openai-compatible', baseURL: `${models.url}/v1` }
    const settings = { model: 'local/scripted', providers: { local } }
    server = await served({ files: { 'config.json': JSON.stringify(settings) } })
  })
  afterAll(async () => {
    await server.remove()
    await models.close()
  })
  return { now: () => server }
}

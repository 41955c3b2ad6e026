import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { on, startModelServer } from '@convene/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newPlace, settingsFor, type TestFolders } from './launch.ts'

let place: TestFolders

beforeAll(() => {
  place = newPlace()
  mkdirSync(join(place.home, 'agents'), { recursive: true })
  writeFileSync(
    join(place.home, 'agents', 'coder.md'),
    '---\nname: My Coder\nslug: coder\n---\nYou write in {{tongue}}.\n',
  )
  place.settings({ variables: { tongue: 'verse' } })
})

afterAll(() => place.remove())

const json = async (...words: readonly string[]) => JSON.parse((await place.convene(...words, '--json')).stdout)

describe('agents', () => {
  test("a user's agent overrides the built-in one, and both are listed", async () => {
    const coder = (await json('agents')).find(({ slug }: { slug: string }) => slug === 'coder')
    expect(coder).toMatchObject({ name: 'My Coder', source: 'user', shadows: [expect.stringContaining('built-in')] })
  })

  test('the final prompt is exactly what the model receives', async () => {
    const { stdout } = await place.convene('agents', 'show', 'coder')
    expect(stdout).toContain('You are My Coder, agent of the team ad hoc.')
    expect(stdout).toContain('You write in verse.')
    expect(stdout).toContain(join('agents', 'coder.md'))
  })

  test('hidden agents are listed only on request', async () => {
    const category = ({ category: name }: { category: string }) => name
    expect((await json('agents')).map(category)).not.toContain('hidden')
    expect(new Set((await json('agents', '--category', 'hidden')).map(category))).toEqual(new Set(['hidden']))
  })
})

test('teams are listed and shown with their source', async () => {
  const teams = await json('teams')
  expect(teams).toContainEqual(expect.objectContaining({ slug: 'draft-critique-refine', source: 'built-in' }))
  const { code, stdout } = await place.convene('teams', 'show', 'draft-critique-refine')
  expect(code).toBe(0)
  expect(stdout).toContain('Critic')
})

test('modes are drawn in both formats', async () => {
  expect((await place.convene('modes', 'show', 'agent')).stdout).toContain('idle --> running: userSubmitted')
  expect((await place.convene('modes', 'show', 'agent', '--format', 'dot')).stdout).toMatch(/^digraph agent/u)
  const panel = (await place.convene('modes', 'show', 'panel')).stdout
  expect(panel).toMatch(/^%% Default limits \(decide\), with 3 members: 60 model calls, 500k tokens/mu)
  expect(panel).toMatch(/^%% Default limits \(discuss\), with 3 members: 30 turns, 240 model calls, 450k tokens/mu)
  expect(await json('modes', 'show', 'panel')).toMatchObject({
    members: 3,
    limits: { maxCalls: 240 },
    limitsBy: { decide: { maxCalls: 60, maxTotalTokens: 500_000 }, discuss: { maxTurns: 30, maxCalls: 240 } },
  })
  expect((await json('modes')).map(({ name }: { name: string }) => name)).toContain('broadcast')
})

test('models shows what is connected, what is missing, and that an unknown price is unknown', async () => {
  const providers = await json('models')
  expect(providers).toContainEqual(
    expect.objectContaining({ name: 'openai', configured: false, missing: ['OPENAI_API_KEY'] }),
  )
  expect(providers[0]).toMatchObject({ name: 'rehearsal', configured: true })
  expect(await json('models', 'show', 'ollama/some-cloud')).toMatchObject({ price: null })
  expect((await place.convene('models', 'show', 'ollama/some-cloud')).stdout).toMatch(/^ *price +unknown$/mu)
})

test("a connected local server is asked for a model's context window, unless the settings name it", async () => {
  const own = newPlace()
  const answers: { readonly [path: string]: object } = {
    '/api/show': { model_info: { 'qwen3.context_length': 40_960 }, parameters: 'num_ctx 24576' },
    '/api/ps': { models: [] },
  }
  const server = createServer((request, response) => {
    const answer = answers[request.url ?? '']
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(answer ?? {}))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const environment = { OLLAMA_HOST: `127.0.0.1:${(server.address() as AddressInfo).port}` }
  const show = async () => (await own.launch(['models', 'show', 'ollama/qwen3'], { environment }).ended).stdout
  expect(await show()).toContain('24,576 tokens (its server)')
  own.settings({ models: { 'ollama/qwen3': { context: 5_000 } } })
  expect(await show()).toContain('5,000 tokens (settings)')
  server.close()
  own.settings({})
  expect(await show()).toContain('unknown, assuming 16,000 tokens')
  own.remove()
})

describe('the model catalogue', () => {
  test('a gateway is listed in part, and in full on request', async () => {
    const own = newPlace()
    const env = { environment: { OPENROUTER_API_KEY: 'x' } }
    const { stdout } = await own.launch(['models'], env).ended
    expect(stdout).toMatch(/\d+ more: convene models openrouter/u)
    expect(stdout.split('\n').filter((line) => line.startsWith('openrouter/'))).toHaveLength(20)
    const all = (await own.launch(['models', 'openrouter'], env).ended).stdout
    expect(all.split('\n').filter((line) => line.startsWith('openrouter/')).length).toBeGreaterThan(200)
    expect(await own.convene('models', 'openroter')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Did you mean "openrouter"?'),
    })
    own.remove()
  })

  test('a refresh is fetched only on request and is stored, and settings take precedence over it', async () => {
    const own = newPlace()
    const body = { openai: { models: { 'gpt-next': { limit: { context: 9_000, output: 3_000 } } } } }
    const server = createServer((_, response) => void response.end(JSON.stringify(body)))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const from = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api.json`
    const show = async () => (await own.convene('models', 'show', 'openai/gpt-next')).stdout
    expect(await show()).toContain('unknown, assuming 16,000 tokens')
    const refreshed = await own.convene('models', 'refresh', '--from', from)
    expect(refreshed).toMatchObject({ code: 0, stdout: expect.stringContaining('1 model from http://127.0.0.1') })
    server.close()
    expect(await show()).toMatch(/9,000 tokens \(catalogue of \d{4}-\d\d-\d\d\)/u)
    own.settings({ models: { 'openai/gpt-next': { context: 5_000 } } })
    expect(await show()).toContain('5,000 tokens (settings)')
    expect(await show()).toContain('3,000 tokens (catalogue')
    const failed = await own.convene('models', 'refresh', '--from', from)
    expect(failed).toMatchObject({ code: expect.any(Number), stderr: expect.stringContaining('stays in use') })
    expect(failed.code).not.toBe(0)
    expect(await show()).toContain('3,000 tokens (catalogue')
    own.remove()
  })
})

describe('doctor', () => {
  test('--model tries a model with a short conversation, and the report can be pasted', async () => {
    const server = await startModelServer()
    const own = newPlace()
    own.settings(settingsFor(server))
    server.script([on({}, { text: 'Hello.', usage: { input: 10, cached: 0, output: 2 } })])
    const { code, stdout } = await own.convene('doctor', '--model', 'local/scripted')
    expect(code).toBe(1)
    expect(stdout).toContain('| tool call | no | asked to call a tool, it said: "Hello." |')
    expect(stdout).not.toContain(server.url)
    expect(await own.convene('doctor', '--model', 'rehearsal/offline')).toMatchObject({ code: 2 })
    expect(await own.convene('models', 'test', 'nowhere/x')).toMatchObject({ code: 2 })
    await server.close()
    own.remove()
  })

  test('exits 0 if everything works, and finds a server on this machine', async () => {
    const server = await startModelServer()
    const own = newPlace()
    own.settings(settingsFor(server))
    const { code, stdout } = await own.convene('doctor')
    expect(code).toBe(0)
    expect(stdout).toContain(`answers at ${server.url}/v1`)
    expect(server.requests).toHaveLength(0)
    await server.close()
    own.remove()
  })

  test('exits 2 if something must be fixed, and names the file and the line', async () => {
    const own = newPlace()
    writeFileSync(join(own.home, 'config.json'), '{\n  "pool": [\n}')
    const { code, stdout } = await own.launch(['doctor', '--json']).ended
    const { usable, checks } = JSON.parse(stdout)
    expect({ code, usable }).toEqual({ code: 2, usable: false })
    expect(checks).toContainEqual(
      expect.objectContaining({ state: 'bad', found: expect.stringContaining('config.json:3') }),
    )
    own.remove()
  })

  test('a data folder that is a file is refused, with what to do', async () => {
    const file = join(place.workspace, 'notes.md')
    const { code, stdout } = await place.launch(['doctor'], { environment: { CONVENE_HOME: file } }).ended
    expect(code).toBe(2)
    expect(stdout).toContain('CONVENE_HOME')
  })
})

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Answer,
  type Answering,
  type ModelServer,
  type Reply,
  smallModel,
  startModelServer,
  strictModel,
} from '@convene/testkit'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openProgram } from '../open-program.ts'
import { type ModelTest, testModel } from './test-model.ts'

let server: ModelServer
const folders: string[] = []

beforeAll(async () => {
  server = await startModelServer()
})
afterAll(() => server.close())
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

const usage = { input: 2_600, cached: 0, output: 20 }
const call: Answer = { reasoning: 'I should call it.', calls: [{ name: 'echo', input: { word: 'banana' } }], usage }
const word: Answer = { text: 'Papaya.', usage: { ...usage, cached: 2_400 } }
const json: Answer = { text: '{"fruit": "banana", "letters": 6}', usage }
const good = [call, word, json]

/** The scripted answers one by one, then the colour of the square. */
const inTurn = (answers: readonly Reply[]): Answering => {
  let asked = 0
  return () => answers[asked++] ?? { text: 'Red.', usage }
}

/** Tests a model that answers like this. */
async function tested(answering: Answering, settings: object = {}, model = 'own/model'): Promise<ModelTest> {
  const home = mkdtempSync(join(tmpdir(), 'convene-model-test-'))
  folders.push(home)
  const providers = {
    own: { type: 'openai-compatible', baseURL: `${server.url}/v1` },
    anthropic: { baseURL: server.url, apiKey: 'secret' },
    google: { baseURL: `${server.url}/v1beta`, apiKey: 'secret' },
    openai: { baseURL: `${server.url}/v1`, apiKey: 'secret', api: 'responses' },
    bedrock: { baseURL: server.url, apiKey: 'secret' },
  }
  writeFileSync(join(home, 'config.json'), JSON.stringify({ providers, ...settings }))
  server.script(answering)
  const environment = { AWS_REGION: 'us-east-1' }
  const { program, close } = openProgram({ home, workspace: home, environment, version: '1' })
  const result = await testModel(program, model)
  await close()
  return result
}

const stateOf = ({ checks }: ModelTest, what: string) => checks.find((check) => check.what === what)?.state
const statesOf = ({ checks }: ModelTest) => checks.map(({ what, state }) => `${what}: ${state}`)

test('a model that can do everything passes every check', async () => {
  const models = { 'own/model': { images: true, reasoning: true, price: { input: 1, output: 1 } } }
  const providers = { own: { type: 'openai-compatible', baseURL: `${server.url}/v1`, images: true } }
  const full = await tested(inTurn(good), { models, providers })
  expect(statesOf(full)).toEqual([
    'answer: good',
    'tool call: good',
    'tool result: good',
    'structured answer: good',
    'reasoning: good',
    'token count: good',
    'cache: good',
    'image: good',
  ])
  expect(full.calls).toBe(4)
  expect(full.costUsd).toBeGreaterThan(0)
})

test.each([
  'own/deepseek-v4',
  'own/kimi-k3',
  'anthropic/claude-haiku-4-5',
  'anthropic/claude-opus-5',
  'google/gemini-3.8-flash',
  'openai/gpt-5.2',
  'bedrock/anthropic.claude-haiku-4-5-20251001-v1:0',
])('%s gets its own reasoning back, so that a strict service passes it', async (model) => {
  const result = await tested(strictModel(inTurn(good)), {}, model)
  expect(result.checks.filter(({ state }) => state === 'bad')).toEqual([])
  expect(stateOf(result, 'tool result')).toBe('good')
})

test('the structured answer is requested with its schema, without tools and before anything is cached', async () => {
  const before = server.requests.length
  await tested(inTurn(good))
  const bodies = server.requests.slice(before).map(({ body }) => body as { [field: string]: unknown })
  expect(bodies[2]).toMatchObject({ response_format: { type: 'json_schema', json_schema: { name: 'fruit' } } })
  expect(bodies[2]).not.toHaveProperty('tools')
  expect(JSON.stringify(bodies[2]).length).toBeLessThan(3_000)
})

test('a model that refuses tools and schemas answers without them, and is reported as such', async () => {
  const result = await tested(smallModel(inTurn([{ text: 'banana', usage }, { text: 'banana', usage }, json])))
  expect(stateOf(result, 'answer')).toBe('good')
  expect(result.checks.find(({ what }) => what === 'tool call')).toMatchObject({
    state: 'bad',
    found: expect.stringContaining('does not support tools'),
  })
  expect(result.checks.find(({ what }) => what === 'structured answer')).toMatchObject({
    state: 'note',
    found: expect.stringContaining('does not accept a schema'),
  })
})

test('a model without tools and structured answers is reported as such', async () => {
  const result = await tested(
    inTurn([
      { text: 'echo banana', usage },
      { text: 'I cannot see it.', usage },
      { text: 'It is a banana.', usage },
    ]),
  )
  expect(stateOf(result, 'tool call')).toBe('bad')
  expect(stateOf(result, 'tool result')).toBeUndefined()
  expect(stateOf(result, 'structured answer')).toBe('bad')
  expect(stateOf(result, 'cache')).toBe('note')
  expect(stateOf(result, 'image')).toBeUndefined()
})

test('wrong values do not pass', async () => {
  const wrong: Answer = { calls: [{ name: 'echo', input: { word: 'apple' } }], usage }
  const fenced: Answer = { text: '```json\n{"fruit": "apple", "letters": 5}\n```', usage }
  const result = await tested(inTurn([wrong, { text: 'apple', usage }, fenced]))
  expect(stateOf(result, 'tool call')).toBe('bad')
  expect(stateOf(result, 'tool result')).toBe('bad')
  expect(stateOf(result, 'structured answer')).toBe('note')
})

test('a service that refuses the second request fails only that check', async () => {
  const answers = inTurn([call, json])
  const result = await tested((request) =>
    request.messages.some(({ role }) => role === 'tool')
      ? { kind: 'fault', name: 'refused', send: (wire) => wire.json(400, { error: { message: 'No results here.' } }) }
      : answers(request),
  )
  expect(result.checks.find(({ what }) => what === 'tool result')).toMatchObject({
    state: 'bad',
    found: expect.stringContaining('No results here.'),
  })
  expect(stateOf(result, 'structured answer')).toBe('good')
})

test('an unreachable server is one failed check, and nothing is charged', async () => {
  const providers = { own: { type: 'openai-compatible', baseURL: 'http://127.0.0.1:9/v1' } }
  const result = await tested(inTurn([]), { providers })
  expect(result).toMatchObject({ calls: 1, costUsd: null, checks: [{ what: 'answer', state: 'bad' }] })
})

test('a model without output fails after the idle timeout of runs', async () => {
  const silent = await tested(() => ({ text: 'Late.', latencyMs: 60_000 }), { limits: { modelTimeout: 1 } })
  expect(silent.checks).toMatchObject([{ what: 'answer', state: 'bad', found: expect.stringContaining('1 s') }])
})

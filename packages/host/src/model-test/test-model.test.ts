import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Answer, type ModelServer, startModelServer } from '@convene/testkit'
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
const json: Answer = { text: '{"fruit": "banana", "letters": 6}', usage: { ...usage, cached: 2_400 } }

/** Tests a model that gives these answers, one after another. */
async function tested(answers: readonly Answer[], settings: object = {}): Promise<ModelTest> {
  const home = mkdtempSync(join(tmpdir(), 'convene-model-test-'))
  folders.push(home)
  const providers = { own: { type: 'openai-compatible', baseURL: `${server.url}/v1` } }
  writeFileSync(join(home, 'config.json'), JSON.stringify({ providers, ...settings }))
  let asked = 0
  server.script(() => answers[asked++] ?? { text: 'Red.' })
  const { program, close } = openProgram({ home, workspace: home, environment: {}, version: '1' })
  const result = await testModel(program, 'own/model')
  await close()
  return result
}

const stateOf = ({ checks }: ModelTest, what: string) => checks.find((check) => check.what === what)?.state

test('a model that can do everything passes every check', async () => {
  const models = { 'own/model': { images: true, reasoning: true, price: { input: 1, output: 1 } } }
  const providers = { own: { type: 'openai-compatible', baseURL: `${server.url}/v1`, images: true } }
  const full = await tested([call, json, { text: 'Red.', usage }], { models, providers })
  expect(full.checks.map(({ what, state }) => `${what}: ${state}`)).toEqual([
    'answer: good',
    'tool call: good',
    'structured answer: good',
    'reasoning: good',
    'token count: good',
    'cache: good',
    'image: good',
  ])
  expect(full.calls).toBe(3)
  expect(full.costUsd).toBeGreaterThan(0)
})

test('a model without tools and structure is named as such', async () => {
  const result = await tested([
    { text: 'echo banana', usage },
    { text: 'It is a banana.', usage },
  ])
  expect(stateOf(result, 'tool call')).toBe('bad')
  expect(stateOf(result, 'structured answer')).toBe('bad')
  expect(stateOf(result, 'cache')).toBe('note')
  expect(stateOf(result, 'image')).toBeUndefined()
})

test('wrong values are not taken for right ones', async () => {
  const wrong: Answer = { calls: [{ name: 'echo', input: { word: 'apple' } }], usage }
  const result = await tested([wrong, { text: '```json\n{"fruit": "apple", "letters": 5}\n```', usage }])
  expect(stateOf(result, 'tool call')).toBe('bad')
  expect(stateOf(result, 'structured answer')).toBe('note')
})

test('a server that cannot be reached is one failed check, and nothing is charged', async () => {
  const providers = { own: { type: 'openai-compatible', baseURL: 'http://127.0.0.1:9/v1' } }
  const result = await tested([], { providers })
  expect(result).toMatchObject({ calls: 1, costUsd: null, checks: [{ what: 'answer', state: 'bad' }] })
})

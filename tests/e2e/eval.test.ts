import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SessionId } from '@convene/domain'
import type { EvalReport } from '@convene/eval'
import { openStore } from '@convene/store'
import { type ModelServer, type ServerRequest, startModelServer } from '@convene/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newPlace, type TestFolders } from './launch.ts'

let server: ModelServer
let place: TestFolders

beforeEach(async () => {
  server = await startModelServer({ replies: answering })
  place = newPlace()
  place.settings({
    model: 'local/alone',
    providers: {
      local: { type: 'openai-compatible', baseURL: `${server.url}/v1` },
      other: { type: 'openai-compatible', baseURL: `${server.url}/v1` },
    },
    prices: { 'local/alone': price, 'other/judge': price },
  })
})

afterEach(async () => {
  await server.close()
  place.remove()
})

const price = { input: 1, output: 10 }

/** The question's number decides who knows the answer: the model alone 6 of 10, the panel 9. */
const numberIn = ({ body }: ServerRequest): number =>
  Number(/Case (\d+)/u.exec(JSON.stringify(body))?.[1] ?? Number.NaN)
const usage = { input: 1_000, output: 100, cached: 0, reasoning: 0 }

function answering(request: ServerRequest) {
  const number = numberIn(request)
  const said: { readonly [heading: string]: string } = {
    Respond: number % 5 < 3 ? 'ANSWER: B\nCONFIDENCE: 80' : 'ANSWER: A\nCONFIDENCE: 60',
    Clarify: 'CLEAR: yes.',
    Topic: `Case ${number}: which one?\nPROTOCOL: decide\nOPTION: wrong\nOPTION: right`,
    Contribute: number % 10 === 9 ? 'VOTE: A\nPROBABILITIES: A 70, B 30' : 'VOTE: B\nPROBABILITIES: A 10, B 90',
    Synthesize: '## Executive Summary\n\nIt is settled. [m4]',
  }
  return { text: said[request.heading ?? ''] ?? 'Well.', usage }
}

const questions = (count = 10) =>
  Array.from({ length: count }, (_, index) => ({
    id: `q${index}`,
    question: `Case ${index}: which one holds?`,
    options: ['wrong', 'right'],
    answer: 'right',
    topic: index % 2 === 0 ? 'even' : 'odd',
  }))

function write(rows: readonly object[], name = 'questions.jsonl'): string {
  const file = join(place.workspace, name)
  writeFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  return file
}

type Printed = EvalReport & { readonly folder: string; readonly notes: readonly string[] }
const reportIn = (stdout: string) => JSON.parse(stdout) as Printed
const arms = ['--arms', 'single,self-consistency,panel']

test('an eval measures how good its arms are, at equal cost, and its votes can be replayed', async () => {
  const words = ['eval', write(questions()), ...arms, '--budget', '50usd', '--json']
  const { code, stdout, stderr } = await place.convene(...words)
  expect(stderr).not.toContain('convene:')
  expect(code).toBe(0)
  const report = reportIn(stdout)
  expect(report.arms).toMatchObject([
    { arm: 'single', accuracy: 0.6, answered: 10, cost: { calls: 10 } },
    { arm: 'self-consistency', accuracy: 0.6, sameWrong: 1 },
    { arm: 'panel', accuracy: 0.9, failed: 0 },
  ])
  const [, sampled, panel] = report.arms
  expect(Math.abs((panel?.cost.usd ?? 0) / (sampled?.cost.usd ?? 1) - 1)).toBeLessThanOrEqual(0.15)
  expect(report.sentence).toContain('Cannot tell whether panel is better than self-consistency')
  expect(report.topics.map(({ topic }) => topic)).toEqual(['even', 'odd'])

  const replayed = await place.convene('decisions', 'replay', join(report.folder, 'votes-panel.jsonl'), '--json')
  expect(JSON.parse(replayed.stdout)).toMatchObject({
    decisions: 10,
    rules: { counting: { majority: 0.9 }, majority: { majority: 0.9 } },
  })
  expect(JSON.parse((await place.convene('sessions', '--json')).stdout)).toEqual([])
  const tagged = await place.convene('sessions', '--tag', 'eval', '--limit', '500', '--json')
  expect(JSON.parse(tagged.stdout)).toHaveLength(10 + 6 * 10 + 10)
  expect(readFileSync(join(report.folder, 'report.md'), 'utf8')).toContain('| panel | self-consistency | +30 |')
})

test('an eval that was killed continues without repeating a recorded call', async () => {
  const file = write(questions(6))
  const words = ['eval', file, '--arms', 'single,panel', '--budget', '50usd', '--json']
  const first = place.launch(words)
  await server.until(({ requests }) => requests.length >= 20)
  first.child.kill('SIGKILL')
  await first.ended
  const before = server.requests.length
  const journal = join(place.home, 'evals', readdirSync(join(place.home, 'evals'))[0] ?? '', 'journal.jsonl')
  const paid = readFileSync(journal, 'utf8')
    .split('\n')
    .filter((line) => line.includes('"replied"')).length
  expect(paid).toBeGreaterThan(0)

  const resumed = await place.convene('eval', file, '--arms', 'single,panel', '--budget', '50usd', '--json', '--resume')
  expect(resumed.code).toBe(0)
  expect(reportIn(resumed.stdout).arms).toMatchObject([{ answered: 6 }, { answered: 6 }])
  // Six single answers and six panels of seven calls. Only calls that were under way when it died were repeated.
  const counts = await countEvents('model.replied', 'effect.lost')
  expect(counts['model.replied']).toBe(6 + 6 * 7)
  expect(server.requests.length).toBeLessThanOrEqual(6 + 6 * 7 + (counts['effect.lost'] ?? 0))
  expect(before).toBeLessThan(server.requests.length)

  const asked = server.requests.length
  const again = await place.convene('eval', '--resume', '--json')
  expect(reportIn(again.stdout).arms).toEqual(reportIn(resumed.stdout).arms)
  expect(server.requests.length).toBe(asked)
})

test('an eval that another process is running is refused, with what to do', async () => {
  await place.convene('eval', write(questions(1)), '--arms', 'single,self-consistency', '--yes', '--json')
  const store = openStore(place.home)
  try {
    await store.ownership.claim(readdirSync(join(place.home, 'evals'))[0] as SessionId)
    const { stderr } = await place.convene('eval', '--resume')
    expect(stderr).toContain('Another process is running this eval. Wait for it, or stop it with Ctrl-C there.')
  } finally {
    await store.close()
  }
})

/** The number of events of these types over all sessions. */
async function countEvents(...types: readonly string[]): Promise<Readonly<Record<string, number>>> {
  const store = openStore(place.home)
  try {
    const sessions = await store.log.list({ limit: 1_000 })
    const events = await Promise.all(sessions.map(({ id }) => store.log.read(id)))
    return Object.fromEntries(types.map((type) => [type, events.flat().filter((event) => event.type === type).length]))
  } finally {
    await store.close()
  }
}

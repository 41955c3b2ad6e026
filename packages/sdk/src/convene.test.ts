import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type ConveneOptions, convene, defineAgent, defineTool, type RunEvent } from './index.ts'

let workspace = ''
beforeAll(() => {
  workspace = mkdtempSync(join(tmpdir(), 'convene-sdk-test-'))
})
afterAll(() => rmSync(workspace, { recursive: true, force: true }))

const open = (more: ConveneOptions = {}) => convene({ workspace, store: 'memory', environment: {}, ...more })

const optimist = defineAgent({ name: 'Optimist', prompt: 'You see the good side.' })
const pessimist = defineAgent({ name: 'Pessimist', prompt: 'You see the bad side.' })

describe('a run', () => {
  test('of agents and a model written in code gives events in order, an answer and its cost', async () => {
    await using team = disposable(open({ models: { mine: ({ agent }) => `${agent} says yes.` } }))
    const run = await team.run({
      goal: 'Shall we?',
      agents: [optimist, pessimist],
      mode: 'broadcast',
      model: 'mine/small',
    })
    const events: RunEvent[] = []
    for await (const event of run) events.push(event)
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
    expect(await run.result).toMatchObject({
      session: run.session,
      state: 'completed',
      answer: '## Optimist\n\noptimist says yes.\n\n## Pessimist\n\npessimist says yes.',
      costUsd: null,
      rehearsal: false,
    })
  })

  test('without a model rehearses, and says so', async () => {
    await using team = disposable(open())
    const run = await team.run({ goal: 'What is a queue?', agents: ['architect'], model: 'rehearsal/offline' })
    expect(await run.result).toMatchObject({ state: 'completed', rehearsal: true })
  })

  test('streams a model piece by piece, and fails by name if the model throws', async () => {
    const pieces = async function* () {
      yield 'One, '
      yield 'two.'
    }
    await using team = disposable(
      open({
        models: {
          mine: () => pieces(),
          broken: () => {
            throw new Error('no line')
          },
        },
      }),
    )
    expect((await (await team.run({ goal: 'Count.', agents: [optimist], model: 'mine/x' })).result).answer).toBe(
      'One, two.',
    )
    const failed = await (await team.run({ goal: 'Count.', agents: [optimist], model: 'broken/x' })).result
    expect(failed).toMatchObject({ state: 'failed' })
  })

  test('that cannot start says why, by code', async () => {
    await using team = disposable(open())
    await expect(team.run({ goal: 'Go.', mode: 'nonsense' })).rejects.toMatchObject({ name: 'ConveneError' })
    await expect(team.run({ goal: 'Go.', agents: ['nobody-at-all'] })).rejects.toThrow(/nobody-at-all/u)
    await expect(team.resume('ZZZZZZZZ')).rejects.toMatchObject({ code: 'session_not_found' })
  })

  test('is stopped by its signal', async () => {
    const stop = new AbortController()
    await using team = disposable(
      open({
        models: {
          slow: ({ signal }) =>
            new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped')))),
        },
      }),
    )
    const run = await team.run({ goal: 'Wait.', agents: [optimist], model: 'slow/x', signal: stop.signal })
    setTimeout(() => stop.abort(), 50)
    expect((await run.result).state).toBe('cancelled')
  })

  test('can be asked about afterwards', async () => {
    await using team = disposable(
      open({ models: { mine: ({ messages }) => `You said: ${messages.at(-1)?.text.slice(-9)}` } }),
    )
    const { session } = await (await team.run({ goal: 'Shall we?', agents: [optimist], model: 'mine/x' })).result
    const later = await team.ask(session, 'And then?')
    expect((await later.result).answer).toContain('You said')
  })
})

test('a panel without anybody to ask approves its own gate; a question goes to the caller where there is one', async () => {
  const models = { mine: () => 'CLEAR: yes.' }
  const asked: string[] = []
  await using team = disposable(open({ models }))
  const run = await team.run({
    goal: 'A or B?',
    mode: 'panel',
    model: 'mine/x',
    limits: { maxCalls: 12 },
    onQuestion: ({ gate }) => {
      asked.push(gate ?? 'question')
      return 'approve'
    },
  })
  expect(['completed', 'failed']).toContain((await run.result).state)
  expect(asked).toContain('topic')
})

test('a tool of one’s own is given to agents by its schema', () => {
  const weather = defineTool({
    name: 'weather',
    description: 'The weather in a city',
    input: z.object({ city: z.string() }),
    readOnly: true,
    run: ({ city }) => `Sunny in ${city}.`,
  })
  expect(weather.run({ city: 'Lyon' }, new AbortController().signal)).toBe('Sunny in Lyon.')
  expect(() => open({ tools: [weather] })).not.toThrow()
})

const disposable = <T extends { close(): Promise<void> }>(team: T) =>
  Object.assign(team, { [Symbol.asyncDispose]: () => team.close() })

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  type ConveneOptions,
  convene,
  defineAgent,
  defineTool,
  type ModelCall,
  type ModelFunction,
  type ModelPart,
  type RunEvent,
} from './index.ts'

let workspace = ''
beforeAll(() => {
  workspace = mkdtempSync(join(tmpdir(), 'convene-sdk-test-'))
})
afterAll(() => rmSync(workspace, { recursive: true, force: true }))

const open = (more: ConveneOptions = {}) => convene({ workspace, store: 'memory', environment: {}, ...more })

const optimist = defineAgent({ name: 'Optimist', prompt: 'You see the good side.' })
const pessimist = defineAgent({ name: 'Pessimist', prompt: 'You see the bad side.' })

const both = { goal: 'Shall we?', agents: [optimist, pessimist], mode: 'broadcast', model: 'mine/small' }

describe('a run', () => {
  test('with agents and a model in code has events in order, an answer and its cost', async () => {
    await using team = disposable(open({ models: { mine: ({ agent }) => `${agent} says yes.` } }))
    const run = await team.run(both)
    const events: RunEvent[] = []
    for await (const event of run) events.push(event)
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
    expect(await run.result).toMatchObject({
      session: run.session,
      state: 'completed',
      answer: '## Optimist\n\noptimist says yes.\n\n## Pessimist\n\npessimist says yes.',
      answers: [
        { agent: 'optimist', text: 'optimist says yes.' },
        { agent: 'pessimist', text: 'pessimist says yes.' },
      ],
      costUsd: null,
      rehearsal: false,
    })
  })

  test('uses the reasoning level, protocol and depth that the caller sets', async () => {
    await using team = disposable(open({ models: { mine: () => 'CLEAR: yes.' } }))
    const careful = defineAgent({ name: 'Careful', prompt: 'You check.', reasoning: 'max' })
    const run = await team.run({
      goal: 'Shall we?',
      mode: 'panel',
      agents: [careful, optimist, pessimist],
      model: 'mine/small',
      reasoning: 'low',
      protocol: 'discuss',
      depth: 'deep',
    })
    await run.stop()
    await run.result
    const events: RunEvent[] = []
    for await (const event of run) events.push(event)
    expect(events.find(({ type }) => type === 'run.started')?.data).toMatchObject({
      team: { members: [{ slug: 'careful', reasoning: 'max' }, {}, {}] },
      settings: { reasoning: 'low', mode: { protocol: 'discuss', depth: 'deep' } },
    })
  })

  test.each([
    [{ reasoning: 'enormous' }, 'Unknown reasoning "enormous". Use off, low, medium, high or max.'],
    [{ agents: [{ name: 'A', prompt: 'B', reasoning: 7 }] }, 'Unknown reasoning "7"'],
    [{ mode: 'panel', protocol: 'riot' }, 'Unknown protocol "riot". Use decide, discuss or estimate.'],
    [{ mode: 'panel', depth: 'endless' }, 'Unknown depth "endless". Use quick, standard or deep.'],
    [{ mode: 'broadcast', protocol: 'decide' }, 'protocol'],
  ])('with %j is refused with an explanation', async (more, message) => {
    await using team = disposable(open({ models: { mine: () => 'Yes.' } }))
    await expect(team.run({ goal: 'Shall we?', model: 'mine/small', ...(more as object) })).rejects.toThrow(message)
  })

  test('without a model rehearses, and says so', async () => {
    await using team = disposable(open())
    const run = await team.run({ goal: 'What is a queue?', agents: ['architect'], model: 'rehearsal/offline' })
    expect(await run.result).toMatchObject({ state: 'completed', rehearsal: true })
  })

  test('without a model is refused, with what to do', async () => {
    await using team = disposable(open())
    const refused = team.run({ goal: 'What is a queue?', agents: ['architect'] })
    await expect(refused).rejects.toMatchObject({ code: 'no_model', message: /API_KEY.*rehearsal\/offline/su })
  })

  test('streams a model piece by piece, and fails with a named error if the model throws', async () => {
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

  test('that cannot start says why, with a code', async () => {
    await using team = disposable(open())
    await expect(team.run({ goal: 'Go.', mode: 'nonsense' })).rejects.toMatchObject({ name: 'ConveneError' })
    await expect(team.run({ goal: 'Go.', agents: ['nobody-at-all'] })).rejects.toThrow(/nobody-at-all/u)
    await expect(team.resume('ZZZZZZZZ')).rejects.toMatchObject({ code: 'session_not_found' })
  })

  test('is stopped by its signal', async () => {
    const stop = new AbortController()
    const asked = Promise.withResolvers<void>()
    await using team = disposable(
      open({
        models: {
          slow: ({ signal }) =>
            new Promise((_, reject) => {
              signal.addEventListener('abort', () => reject(new Error('stopped')))
              asked.resolve()
            }),
        },
      }),
    )
    const run = await team.run({ goal: 'Wait.', agents: [optimist], model: 'slow/x', signal: stop.signal })
    await asked.promise
    stop.abort()
    expect((await run.result).state).toBe('cancelled')
  })

  test('has the same result when its session is opened again', async () => {
    await using team = disposable(open({ models: { mine: ({ agent }) => `${agent} says yes.` } }))
    const run = await team.run(both)
    const first = await run.result
    const again = await team.resume(first.session)
    expect(await again.result).toEqual(first)
    expect(await all(again)).toEqual([])
  })

  test('that stays undecided has votes and no option', async () => {
    await using team = disposable(open({ environment: { CONVENE_REHEARSAL_PACE: '0' } }))
    const run = await team.run({ goal: 'A or B?', mode: 'panel', model: 'rehearsal/offline' })
    expect((await run.result).decision).toMatchObject({ option: null, how: 'undecided' })
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

describe('a user in the loop', () => {
  const panel = { goal: 'What comes first?', mode: 'panel', model: 'mine/x', limits: { maxCalls: 12 } }
  const models = { mine: () => 'CLEAR: yes.' }

  test('is not needed: a panel without one approves its own topic', async () => {
    await using team = disposable(open({ models }))
    const run = await team.run(panel)
    const answers = (await all(run)).filter(({ type }) => type === 'question.answered')
    expect(answers.map(({ data }) => (data as { answer: string }).answer)).toEqual(['approve'])
  })

  test('reads the topic and can send it back', async () => {
    const seen: string[] = []
    await using team = disposable(open({ models }))
    const run = await team.run({
      ...panel,
      onQuestion: ({ gate, text }) => {
        seen.push(`${gate}: ${text}`)
        return seen.length === 1 ? 'Name the options.' : 'approve'
      },
    })
    await run.result
    expect(seen.length).toBeGreaterThan(1)
    expect(seen[0]).toMatch(/^topic: /u)
  })

  test('whose callback throws approves nothing: the session waits, and is continued later', async () => {
    await using team = disposable(open({ models }))
    const run = await team.run({
      ...panel,
      onQuestion: () => {
        throw new Error('The window was closed.')
      },
    })
    expect((await run.result).state).toBe('waiting')
    const later = await team.resume(run.session, { onQuestion: () => 'approve' })
    expect((await later.result).state).not.toBe('waiting')
  })

  test('is not asked if a waiting session is only looked at', async () => {
    await using team = disposable(open({ models }))
    const run = await team.run({
      ...panel,
      onQuestion: () => {
        throw new Error('gone')
      },
    })
    for await (const { type } of run) if (type === 'question.asked') break
    const looked = await team.resume(run.session)
    expect((await looked.result).state).toBe('waiting')
  })
})

describe('a model in code', () => {
  const stock = defineTool({
    name: 'stock',
    description: 'How many are left',
    input: z.object({ article: z.string() }),
    readOnly: true,
    run: ({ article }) => `${article}: 12`,
  })

  test('is offered tools, calls them, and reads what they returned', async () => {
    const asked: ModelCall[] = []
    const mine = async function* (call: ModelCall): AsyncGenerator<ModelPart> {
      asked.push(call)
      const usage = { input: 100, output: 10 }
      yield { type: 'reasoning', text: 'I should look.' }
      if (asked.length === 1) yield { type: 'call', tool: 'stock', input: { article: 'lamp' } }
      else yield { type: 'text', text: `There are ${call.messages.at(-1)?.text}.` }
      yield { type: 'finish', usage }
    }
    await using team = disposable(open({ models: { mine }, tools: [stock] }))
    const { result } = await team.run({ goal: 'How many lamps?', agents: [optimist], model: 'mine/x' })
    expect(await result).toMatchObject({ state: 'completed', answer: 'There are lamp: 12.', tokens: 220 })
    expect(asked[0]?.tools.find(({ name }) => name === 'stock')).toMatchObject({ description: 'How many are left' })
    expect(asked[1]?.messages.slice(-2)).toMatchObject([
      { role: 'assistant', calls: [{ tool: 'stock', input: { article: 'lamp' } }] },
      { role: 'tool', tool: 'stock', ok: true, text: 'lamp: 12' },
    ])
  })

  test('that asks for a retry gets one, and one that returns nonsense does not', async () => {
    let calls = 0
    const busy = async function* (): AsyncGenerator<ModelPart> {
      calls += 1
      if (calls > 1) yield { type: 'text', text: 'Now.' }
      else yield { type: 'failed', code: 'overloaded', message: 'Busy', retryable: true, retryAfterMs: 1 }
    }
    const odd = async function* () {
      yield { type: 'call', tool: 'stock', input: () => 7 }
    }
    await using team = disposable(open({ models: { busy, odd: odd as ModelFunction } }))
    const run = async (model: string) => (await team.run({ goal: 'Go.', agents: [optimist], model })).result
    expect([(await run('busy/x')).answer, calls]).toEqual(['Now.', 2])
    expect(await run('odd/x')).toMatchObject({ state: 'failed' })
  })

  test.each([
    ['gpt-5', 'models.mine is not a model. Use a function, or a model or provider of the AI SDK.'],
    [{ specificationVersion: 'v1', doStream: () => {} }, 'Use a provider package for version 5, 6 or 7 of the AI SDK.'],
  ])('that is invalid is refused at once: %j', (mine, message) => {
    expect(() => open({ models: { mine: mine as never } })).toThrow(message)
  })
})

async function all(run: AsyncIterable<RunEvent>): Promise<readonly RunEvent[]> {
  const events: RunEvent[] = []
  for await (const event of run) events.push(event)
  return events
}

const disposable = <T extends { close(): Promise<void> }>(team: T) =>
  Object.assign(team, { [Symbol.asyncDispose]: () => team.close() })

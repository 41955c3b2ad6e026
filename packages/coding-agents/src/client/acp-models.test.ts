import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { partsOf, replyOf, result, textIn, trial, user } from './acp.fixture.ts'

const ask = { do: 'ask', kind: 'execute', title: 'Run the tests', input: { command: 'npm test' } } as const
const say = (text: string) => ({ do: 'say', text }) as const
const prompts = (log: readonly { readonly [key: string]: string }[]) => log.flatMap(({ prompt }) => prompt ?? [])

describe('a turn of a coding agent', () => {
  test('returns its text, its reasoning, the titles of its steps, and its usage', async () => {
    const { ask: asked } = trial()
    const update = (sessionUpdate: string, more: object) =>
      ({ do: 'update', update: { sessionUpdate, ...more } }) as const
    const parts = await asked([
      user(
        say('Hello. '),
        update('agent_thought_chunk', { content: { type: 'text', text: 'Hm.' } }),
        update('tool_call', { toolCallId: 't', title: 'Read\na file', kind: 'read', status: 'pending' }),
        update('tool_call_update', { toolCallId: 't', status: 'completed' }),
        update('plan', { entries: [{ content: 'Look', status: 'completed', priority: 'high' }] }),
        update('usage_update', { used: 1, size: 2, cost: { amount: 0.25, currency: 'USD' } }),
        update('available_commands_update', { availableCommands: [] }),
        update('current_mode_update', { currentModeId: 'default' }),
        update('unheard_of', { text: 'x' }),
        update('agent_message_chunk', { content: { type: 'image', data: 'AA==', mimeType: 'image/png' } }),
        say('Bye.'),
      ),
    ])
    expect(textIn(parts)).toBe('Hello. Bye.')
    expect(textIn(parts, 'reasoning')).toBe('Hm.\n▸ Read a file\n\n✓ Look')
    const usage = { input: 100, cached: 0, output: 10 }
    expect(parts.at(-1)).toMatchObject({ type: 'finish', finish: 'stop', usage, costUsd: 0.25 })
  })

  test('starts with its instructions in the mode that asks, and later turns add only what is new', async () => {
    const { ask: asked, agent } = trial()
    const first = [user('Hi.')]
    const lines = [...first, replyOf(await asked(first)), user('And now?')]
    await asked(lines)
    expect(agent.log().map((entry) => Object.keys(entry)[0])).toEqual(['new', 'mode', 'prompt', 'prompt'])
    expect(prompts(agent.log())).toEqual(['You are Ada.\n\nHi.', 'And now?'])
  })

  test('without any text says so, since an empty answer would be retried', async () => {
    const parts = await trial().ask([user({ do: 'stop', reason: 'end_turn' })])
    expect(textIn(parts)).toBe('(ended its turn without a reply)')
  })

  test.each([
    ['max_tokens', { type: 'finish', finish: 'length' }],
    ['refusal', { type: 'failed', code: 'refused' }],
    ['cancelled', { type: 'finish', finish: 'stop' }],
  ])('that ends with %s is reported as such', async (reason, end) => {
    expect((await trial().ask([user(say('x'), { do: 'stop', reason })])).at(-1)).toMatchObject(end)
  })
})

describe('a step that the agent asks for', () => {
  test.each([
    [true, '[Run the tests: yes]'],
    [false, '[Run the tests: no]'],
  ])('ends the call, and the answer (%s) continues the same turn', async (ok, said) => {
    const { ask: asked, agent } = trial()
    const first = [user(say('Testing.'), ask, say(' Over.'))]
    const cut = await asked(first)
    const input = { agent: 'test', kind: 'execute', title: 'Run the tests', command: 'npm test' }
    expect(cut.filter(({ type }) => type === 'call')).toEqual([{ type: 'call', tool: 'agent_step', input }])
    expect(cut.at(-1)).toMatchObject({ finish: 'tools', usage: { input: 0, output: 0 } })
    const parts = await asked([...first, replyOf(cut), result(ok)])
    expect(textIn(parts)).toBe(`${said} Over.`)
    expect(prompts(agent.log())).toHaveLength(1)
  })

  test('comes one at a time, if two are asked for at once', async () => {
    const { ask: asked } = trial()
    const first = [user({ do: 'asks' })]
    const one = await asked(first)
    const second = [...first, replyOf(one), result(true)]
    const two = await asked(second)
    expect([one, two].map((parts) => parts.filter(({ type }) => type === 'call').length)).toEqual([1, 1])
    expect(textIn(await asked([...second, replyOf(two), result(false)]))).toBe('[yes no]')
  })

  test('is denied without asking if the task has no tools, and an agent that keeps asking is stopped', async () => {
    const { ask: asked } = trial()
    const parts = await asked([user(ask, say(' Fine.'))], { tools: [] })
    expect(textIn(parts)).toBe('[Run the tests: no] Fine.')
    const stubborn = await asked([user(...Array.from({ length: 12 }, () => ask))], { tools: [], conversation: '1/b' })
    expect(stubborn.at(-1)).toMatchObject({ type: 'failed', code: 'refused', retryable: false })
  })

  test.each([
    ['allow_always reject_once', 'no'],
    ['allow_always', 'cancelled'],
  ])('is denied without asking if the agent offers only %s', async (offers, said) => {
    const parts = await trial().ask([user({ ...ask, offers })])
    expect(textIn(parts)).toBe(`[Run the tests: ${said}]`)
    expect(textIn(parts, 'reasoning')).toMatch(/no way to allow it once: Run the tests/u)
  })

  test('lets the user speak after the current turn', async () => {
    const { ask: asked, agent } = trial()
    const first = [user(ask)]
    const parts = await asked([...first, replyOf(await asked(first)), result(true), user(say(' Heard.'))])
    expect(textIn(parts)).toBe('[Run the tests: yes] Heard.')
    expect(prompts(agent.log())).toHaveLength(2)
  })
})

describe('an agent whose process is gone when its step is answered', () => {
  test.each([
    ['resume,load', ['new', 'mode', 'prompt', 'resume', 'mode', 'prompt']],
    ['load', ['new', 'mode', 'prompt', 'load', 'mode', 'prompt']],
    ['', ['new', 'mode', 'prompt', 'new', 'mode', 'prompt']],
  ])('is reopened the way it supports (%s)', async (reopens, deeds) => {
    const tried = trial({ SCRIPTED_AGENT_REOPENS: reopens })
    const first = [user(say('Before.'), ask)]
    const lines = [...first, replyOf(await tried.ask(first)), result(true)]
    await tried.restart()
    expect(textIn(await tried.ask(lines))).toBe('Done.')
    expect(tried.agent.log().map((entry) => Object.keys(entry)[0])).toEqual(deeds)
    const [, again = ''] = prompts(tried.agent.log())
    if (reopens !== '') expect(again).toMatch(/interrupted.*“Run the tests” was allowed/su)
    else expect(again).toMatch(/^You are Ada\..*You answered:\nBefore\./su)
  })

  test('starts a new session if it does not restore the mode that asks', async () => {
    const tried = trial({ SCRIPTED_AGENT_LACKS: 'resume modes,load modes' })
    const first = [user('Hi.')]
    const lines = [...first, replyOf(await tried.ask(first)), user('And now?')]
    await tried.restart()
    await tried.ask(lines)
    expect(tried.agent.log().map((entry) => Object.keys(entry)[0])).toEqual([
      'new',
      'mode',
      'prompt',
      'resume',
      'load',
      'new',
      'mode',
      'prompt',
    ])
  })

  test('is never shared with another session: a fork starts with the conversation so far', async () => {
    const { ask: asked, agent } = trial()
    const first = [user('Hi.')]
    const lines = [...first, replyOf(await asked(first)), user('And now?')]
    await asked(lines, { session: 'F' as never })
    expect(prompts(agent.log())[1]).toMatch(/You are Ada.*Asked:\nHi\..*And now\?$/su)
  })
})

describe('an agent that misbehaves', () => {
  test('may write some garbage, but is ended if it writes nothing else', async () => {
    expect(textIn(await trial().ask([user({ do: 'garbage', lines: 20 }, say('Sane.'))]))).toBe('Sane.')
    const parts = await trial().ask([user({ do: 'garbage', lines: 500 }, { do: 'hang' })])
    expect(parts.at(-1)).toMatchObject({ type: 'failed', code: 'stream_truncated', retryable: true })
  })

  test('reports a crash as a broken-off answer, and is restarted for the next try', async () => {
    const { ask: asked, agent } = trial()
    const parts = await asked([user(say('Half'), { do: 'crash' })])
    expect(parts.at(-1)).toMatchObject({ type: 'failed', code: 'stream_truncated', retryable: true })
    expect(textIn(await asked([user('Again.')]))).toBe('Done.')
    expect(agent.log().filter((entry) => 'new' in entry)).toHaveLength(2)
  })

  test('fails with its own message, and says what to do about a missing sign-in', async () => {
    const failed = (await trial().ask([user({ do: 'fail', code: -32603, message: 'No luck' })])).at(-1)
    expect(failed).toMatchObject({ code: 'server_error', message: 'acp/test: No luck'.replace('acp/', '') })
    const signedOut = (await trial({ SCRIPTED_AGENT_SIGNED_OUT: '1' }).ask([user('Hi.')])).at(-1)
    expect(signedOut).toMatchObject({ code: 'unauthorized', retryable: false })
  })

  test.each([
    ['an unsupported protocol version', { SCRIPTED_AGENT_VERSION: '2' }, 'default', /version 2/u],
    ['no mode that asks', {}, 'careful', /no mode "careful". It has: auto, default/u],
    ['no modes at all', { SCRIPTED_AGENT_LACKS: 'new modes' }, 'default', /no mode "default". It has: none/u],
    ['a mode that it refuses', { SCRIPTED_AGENT_LACKS: 'set_mode' }, 'default', /refused "default"/u],
  ])('is not used if it has %s', async (_, env, mode, why) => {
    const [end] = await trial(env, mode).ask([user('Hi.')])
    expect(end).toMatchObject({ type: 'failed', message: expect.stringMatching(why) })
  })

  test('gets a cancel request when the call is aborted, and the next turn mentions it', async () => {
    const tried = trial()
    const abort = new AbortController()
    const reading = partsOf(tried.models, tried.request([user(say('Long'), { do: 'hang' })]), abort.signal)
    while (prompts(tried.agent.log()).length === 0) await pause(20)
    abort.abort()
    expect((await reading).some(({ type }) => type === 'finish')).toBe(false)
    while (!tried.agent.log().some((entry) => 'cancel' in entry)) await pause(20)
    expect(textIn(await tried.ask([user('Again.')]))).toBe('Done.')
    expect(prompts(tried.agent.log())[1]).toMatch(/^Your last turn was interrupted/u)
  })
})

test('an unknown agent is reported by name', async () => {
  const tried = trial()
  const [end] = await tried.ask([user('Hi.')], { model: 'acp/nobody' })
  expect(end).toMatchObject({ type: 'failed', code: 'not_configured', message: 'Unknown agent "acp/nobody".' })
})

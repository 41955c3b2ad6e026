import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ContextLine, ToolSpec } from '@convene/domain'
import { describe, expect, test } from 'vitest'
import { partsOf, replyOf, textIn, trial, user } from './acp.fixture.ts'

const spec = (name: string): ToolSpec => ({
  ...{ name, description: `Does ${name}.`, permission: name, readOnly: true, timeoutMs: 0 },
  input: { type: 'object', properties: { agentName: { type: 'string' } } },
})
const tools = [spec('delegateWork'), spec('question'), spec('agent_step'), spec('read')]
const team = (tool: string, more: object = {}) =>
  ({ do: 'team', calls: [{ tool, input: { agentName: 'bert' } }], ...more }) as const
const say = (text: string) => ({ do: 'say', text }) as const
const results = (output: string, tool = 'delegateWork'): ContextLine => ({
  role: 'tool',
  call: 'c1' as never,
  tool,
  ok: true,
  output,
})
const prompts = (log: readonly { readonly [key: string]: string }[]) => log.flatMap(({ prompt }) => prompt ?? [])

describe('a coding agent in a team', () => {
  test('sees the team tools for its task, and none of our other tools', async () => {
    const parts = await trial().ask([user({ do: 'teamTools' })], { tools })
    expect(textIn(parts)).toBe('[delegateWork question]')
  })

  test('delegates work: its call ends the model call, and the result continues the same turn', async () => {
    const { ask, agent } = trial()
    const first = [user(say('Delegating.'), team('delegateWork'), say(' Over.'))]
    const cut = await ask(first, { tools })
    expect(cut.filter(({ type }) => type === 'call')).toEqual([
      { type: 'call', tool: 'delegateWork', input: { agentName: 'bert' } },
    ])
    expect(cut.at(-1)).toMatchObject({ finish: 'tools', usage: { input: 0, output: 0 } })
    const parts = await ask([...first, replyOf(cut), results('Bert is done.')], { tools })
    expect(textIn(parts)).toBe('[Bert is done.] Over.')
    expect(prompts(agent.log())).toHaveLength(1)
  })

  test('that calls twice at once gets both results, one after the other', async () => {
    const { ask } = trial()
    const first = [user({ do: 'team', calls: [{ tool: 'delegateWork' }, { tool: 'question' }] })]
    const one = await ask(first, { tools })
    const calls = [one.find(({ type }) => type === 'call')]
    const second = [...first, replyOf(one), results('First.', calls[0]?.type === 'call' ? calls[0].tool : '')]
    const two = await ask(second, { tools })
    calls.push(two.find(({ type }) => type === 'call'))
    expect(calls.map((call) => call?.type === 'call' && call.tool).toSorted()).toEqual(['delegateWork', 'question'])
    expect(textIn(await ask([...second, replyOf(two), results('Second.')], { tools }))).toMatch(
      /First\..*Second\.|Second\..*First\./u,
    )
  })

  test('that abandoned a call gets the result in its next prompt, with the advice not to call again', async () => {
    const { ask, agent } = trial()
    const first = [user(team('delegateWork', { giveUpMs: 300 }))]
    const cut = await ask(first, { tools })
    await expect.poll(() => agent.log().some((entry) => 'gaveUp' in entry)).toBe(true)
    const parts = await ask([...first, replyOf(cut), results('Bert is done.')], { tools })
    expect(textIn(parts)).toBe('[gave up]Done.')
    expect(prompts(agent.log())[1]).toMatch(/delegateWork was carried out\. Do not call it again.*Bert is done\./su)
  })

  test('that was killed along with us while it waited gets the result, and nothing is called again', async () => {
    const tried = trial()
    const first = [user(team('delegateWork'))]
    const lines = [...first, replyOf(await tried.ask(first, { tools })), results('Bert is done.')]
    await tried.restart()
    const parts = await tried.ask(lines, { tools })
    expect(parts.filter(({ type }) => type === 'call')).toEqual([])
    expect(prompts(tried.agent.log()).at(-1)).toMatch(/interrupted.*Do not call it again.*Bert is done\./su)
  })

  test('finds the tools again after it was reopened', async () => {
    const tried = trial()
    const first = [user('Hi.')]
    const lines = [...first, replyOf(await tried.ask(first, { tools })), user({ do: 'teamTools' })]
    await tried.restart()
    expect(textIn(await tried.ask(lines, { tools }))).toBe('[delegateWork question]')
    expect(tried.agent.log().map((entry) => Object.keys(entry)[0])).toContain('resume')
  })
})

describe('the team server', () => {
  test('refuses wrong tokens, unknown tools and tools that the session does not run itself', async () => {
    const deeds = [
      team('delegateWork', { token: 'guessed' }),
      team('delegateWork', { token: '' }),
      team('sudo'),
      team('read'),
    ]
    const parts = await trial().ask([user(...deeds, say(' Fine.'))], { tools })
    const unknown = (name: string) => `\\[failed: Unknown tool "${name}"\\. You have: delegateWork, question\\.\\]`
    expect(textIn(parts)).toMatch(
      new RegExp(`^(\\[not connected: [^\\]]*\\]){2}${unknown('sudo')}${unknown('read')} Fine\\.$`, 'u'),
    )
    expect(parts.filter(({ type }) => type === 'call')).toEqual([])
  })

  test('refuses a call after the turn has ended', async () => {
    const { ask, agent } = trial()
    await ask([user(team('delegateWork', { isLate: true }), say('Bye.'))], { tools })
    writeFileSync(join(agent.env.SCRIPTED_AGENT ?? '', 'turn-over'), '')
    await expect
      .poll(() => agent.log().flatMap(({ late }) => late ?? []))
      .toEqual(['failed: Your turn has ended, so this call was not made.'])
  })

  test('releases an agent whose turn is stopped while it waits', async () => {
    const { models, request, agent } = trial()
    const lines = [user(team('delegateWork'), { do: 'hang' })]
    const cut = await partsOf(models, request(lines, { tools }))
    expect(cut.at(-1)).toMatchObject({ finish: 'tools' })
    const stop = new AbortController()
    const next = partsOf(models, request([...lines, replyOf(cut), results('Late.')], { tools }), stop.signal)
    await expect.poll(() => agent.log().some((entry) => 'hangs' in entry)).toBe(true)
    stop.abort()
    await next
    await expect.poll(() => agent.log().some((entry) => 'cancel' in entry)).toBe(true)
  })

  test.each([
    ['a task without team tools', { tools: [spec('agent_step')] }, {}],
    ['an agent that does not support servers over HTTP', { tools }, { SCRIPTED_AGENT_LACKS: 'http' }],
  ])('is not offered to %s', async (_what, more, env) => {
    const parts = await trial(env).ask([user(team('delegateWork'))], more)
    expect(textIn(parts)).toBe('[not connected: no server]')
  })
})

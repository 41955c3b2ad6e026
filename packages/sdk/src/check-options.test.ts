import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type ConveneOptions, convene, defineAgent, defineTool, type RunEvent } from './index.ts'

let workspace = ''
beforeAll(() => {
  workspace = mkdtempSync(join(tmpdir(), 'convene-sdk-options-'))
})
afterAll(() => rmSync(workspace, { recursive: true, force: true }))

let asked = 0
const models = {
  mine: () => {
    asked += 1
    return 'Yes.'
  },
}
const open = (more: object = {}) => convene({ workspace, store: 'memory', environment: {}, models, ...more })
const solo = defineAgent({ name: 'Solo', prompt: 'You answer.' })
const charge = defineTool({
  name: 'charge',
  description: 'Charges a card.',
  input: z.object({ cents: z.number() }),
  run: () => 'done',
})

async function refusalOf(
  options: object,
  more: object = {},
): Promise<{ code: string; message: string; sessions: number }> {
  const home = mkdtempSync(join(tmpdir(), 'convene-sdk-home-'))
  const team = open({ store: { home }, ...more })
  try {
    const request = { goal: 'Go.', agents: [solo], model: 'mine/x', ...options }
    const { code, message } = await team.run(request as never).then(
      () => ({ code: 'none', message: 'it started' }),
      (error) => error,
    )
    return { code, message, sessions: await sessionsIn(home) }
  } finally {
    await team.close()
    rmSync(home, { recursive: true, force: true })
  }
}

async function sessionsIn(home: string): Promise<number> {
  const { openProgram } = await import('@convene/host')
  const { program, close } = openProgram({ home, workspace, environment: {}, version: 'test' })
  const { log } = await program.store()
  const { length } = await log.list({})
  await close()
  return length
}

describe('an option that makes no sense', () => {
  test.each([
    [{ limits: { maxCostUsd: Number.NaN } }, 'bad_limit', 'limits.maxCostUsd is NaN. Use a number above 0.'],
    [{ limits: { maxCalls: Number.NaN } }, 'bad_limit', 'limits.maxCalls is NaN. Use a whole number from 1 to 10,000.'],
    [{ limits: { maxCostUsd: '1' } }, 'bad_limit', 'limits.maxCostUsd is "1". Use a number.'],
    [{ limits: { maxCostUsd: null } }, 'bad_limit', 'limits.maxCostUsd is null'],
    [{ limits: { maxCostUsd: 0 } }, 'bad_limit', 'Use a number above 0.'],
    [{ limits: { maxCostUsd: -1 } }, 'bad_limit', 'Use a number above 0.'],
    [{ limits: { maxCostUsd: Number.POSITIVE_INFINITY } }, 'bad_limit', 'is Infinity'],
    [{ limits: { maxTurns: 0 } }, 'bad_limit', 'Use a whole number from 1 to 100.'],
    [{ limits: { maxTotalTokens: 5 } }, 'bad_limit', 'from 1000'],
    [{ limits: { maxDuration: -1 } }, 'bad_limit', 'above 0'],
    [{ limits: { maxTurn: 3 } }, 'bad_limit', 'Unknown limit "maxTurn". Did you mean "maxTurns"?'],
    [{ limits: 3 }, 'bad_limit', 'limits is 3. Use an object.'],
    [{ limit: { maxTurns: 3 } }, 'unknown_option', 'Unknown option "limit" in run. Did you mean "limits"?'],
    [{ goal: '' }, 'bad_goal', 'goal is "". Use a text that is not empty.'],
    [{ goal: '  \n' }, 'bad_goal', 'goal is'],
    [{ goal: 7 }, 'bad_goal', 'goal is 7. Use a text.'],
    [{ goal: undefined }, 'bad_goal', 'goal is missing. Use a text.'],
    [{ mode: 3 }, 'bad_mode', 'mode is 3'],
    [{ model: '' }, 'bad_model', 'model is ""'],
    [{ allow: 'bash' }, 'bad_allow', 'allow is "bash"'],
    [{ readOnly: 'yes' }, 'bad_readOnly', 'readOnly is "yes". Use true or false.'],
    [{ onAsk: 'once' }, 'bad_onAsk', 'Use a function.'],
    [{ signal: {} }, 'bad_signal', 'Use an AbortSignal.'],
    [{ agents: [] }, 'bad_agent', 'not empty'],
    [{ agents: [{ name: 'A' }] }, 'bad_agent', 'agents[0].prompt is missing. Use a text.'],
    [{ agents: [{ name: 'A', prompt: 'B', tool: [] }] }, 'unknown_option', 'Did you mean "tools"?'],
    [{ agents: [solo, solo] }, 'bad_agent', 'Two agents are called "Solo".'],
    [{ agents: [solo], team: 'duo' }, 'bad_agent', 'either a team, or agents'],
    [{ agents: [{ ...solo, tools: ['reed'] }] }, 'unknown_tool', 'Solo: unknown tool "reed". Did you mean "read"?'],
    [{ agents: [{ ...solo, tools: ['charge'] }] }, 'unknown_tool', 'unknown tool "charge"'],
  ])('such as %j is refused before anything is written or billed', async (options, code, message) => {
    asked = 0
    const refusal = await refusalOf(options)
    expect(refusal).toMatchObject({ code, message: expect.stringContaining(message), sessions: 0 })
    expect(asked).toBe(0)
  })

  test.each([
    [{ worksspace: '.' }, 'unknown_option', 'Unknown option "worksspace" in convene. Did you mean "workspace"?'],
    [{ workspace: '/no/such/folder' }, 'bad_workspace', '/no/such/folder is not a folder'],
    [{ store: 'disk' }, 'bad_store', "Use 'memory', or { home: 'a folder' }."],
    [{ tools: [charge, charge] }, 'bad_tool', 'Two tools are called "charge".'],
    [{ tools: [{ ...charge, name: 'a b' }] }, 'bad_tool', 'tools.0.name is "a b"'],
    [{ tools: [{ ...charge, run: undefined }] }, 'bad_tool', 'tools.0.run is missing. Use a function.'],
    [{ tools: [{ ...charge, input: {} }] }, 'bad_tool', 'Use a zod 4 schema.'],
    [{ tools: [{ ...charge, input: { _def: {}, parse() {} } }] }, 'bad_tool', 'npm install zod@4'],
    [{ environment: { KEY: 1 } }, 'bad_environment', 'environment.KEY is 1. Use a text.'],
  ])('of convene(), such as %j, is refused with a code', (options, code, message) => {
    expect(() => open(options)).toThrow(expect.objectContaining({ code, message: expect.stringContaining(message) }))
  })

  test('is refused when a session is continued, too', async () => {
    const team = open()
    await expect(team.resume('', {})).rejects.toMatchObject({ code: 'bad_session' })
    await expect(team.ask('01JQ', '')).rejects.toMatchObject({ code: 'bad_question' })
    await expect(team.resume('01JQ', { onask: () => 'once' } as never)).rejects.toMatchObject({
      code: 'unknown_option',
    })
    await team.close()
  })

  test('in an agent is reported without the name of a file that the caller has never seen', async () => {
    const { message } = await refusalOf({ agents: [{ ...solo, model: 'nobody-knows' }], model: undefined })
    expect(message).not.toContain('team.json')
  })
})

describe('a tool in code', () => {
  const eventsOf = async (more: ConveneOptions, options: object = {}) => {
    const team = open(more)
    const run = await team.run({ goal: 'Go.', agents: [solo], model: 'mine/x', ...options })
    const events: RunEvent[] = []
    for await (const event of run) events.push(event)
    const result = await run.result
    await team.close()
    const started = events.find(({ type }) => type === 'run.started')?.data as { settings: { tools: object } }
    return { events, result, tools: Object.keys(started.settings.tools) }
  }

  test('does not depend on the folder: with the data folder inside the workspace it stays, and a warning names what is missing', async () => {
    const { events, result, tools } = await eventsOf({ store: { home: join(workspace, 'data') }, tools: [charge] })
    expect(tools).toContain('charge')
    expect(tools).not.toContain('read')
    const [warning] = result.warnings
    expect(warning).toMatchObject({ code: 'no_workspace', message: expect.stringContaining('agents cannot use files') })
    expect(warning?.message).not.toContain('--workspace')
    expect(events.find(({ type }) => type === 'warning')?.data).toEqual(warning)
  })

  test('that a read-only run leaves out is named in a warning', async () => {
    const { result, tools } = await eventsOf({ tools: [charge] }, { readOnly: true })
    expect(tools).not.toContain('charge')
    expect(result.warnings).toContainEqual({
      code: 'read_only',
      message: 'The run is read-only, so agents do not have: charge.',
    })
  })

  test('cannot take the name of a built-in tool', async () => {
    const refusal = await refusalOf({}, { tools: [{ ...charge, name: 'read' }] })
    expect(refusal).toMatchObject({ code: 'bad_tool', message: expect.stringContaining('"read"') })
  })
})

describe('after the end', () => {
  test('a message is refused, with the way to ask a follow-up', async () => {
    const team = open()
    const run = await team.run({ goal: 'Go.', agents: [solo], model: 'mine/x' })
    await run.result
    await expect(run.message('One more thing')).rejects.toMatchObject({
      code: 'run_over',
      message: expect.stringContaining('team.ask'),
    })
    await expect(run.message('')).rejects.toMatchObject({ code: 'bad_message' })
    await team.close()
  })

  test('of close(), every call says that it was closed', async () => {
    const team = open()
    await team.close()
    for (const call of [() => team.run({ goal: 'Go.' }), () => team.resume('01JQ'), () => team.ask('01JQ', 'Why?')])
      await expect(call()).rejects.toMatchObject({ code: 'closed' })
    await team.close()
  })
})

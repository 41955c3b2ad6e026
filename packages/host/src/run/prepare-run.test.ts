import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { assert, seatsOf } from '@convene/domain'
import { temporaryFolder } from '@convene/testkit'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openProgram } from '../open-program.ts'
import { prepareRun } from './prepare-run.ts'
import type { HostRunRequest } from './run-request.ts'

const providers = { local: { type: 'openai-compatible', baseURL: 'http://127.0.0.1:9/v1' } }

function opened(settings: object, files: { readonly [path: string]: string } = {}) {
  const folder = temporaryFolder()
  const [home, workspace] = [folder.file('home'), folder.file('workspace')]
  for (const path of [home, join(workspace, '.convene')]) mkdirSync(path, { recursive: true })
  writeFileSync(join(home, 'config.json'), JSON.stringify(settings))
  for (const [path, text] of Object.entries(files)) writeFileSync(folder.file(path), text)
  const { program, close } = openProgram({ home, workspace, environment: {}, version: '1.2.3' })
  onTestFinished(async () => {
    await close()
    folder[Symbol.dispose]()
  })
  return program
}

const prepared = (settings: object, request: Partial<HostRunRequest> = {}, files = {}) =>
  prepareRun(opened(settings, files), { interactive: false, ...request })

async function startOf(settings: object, request: Partial<HostRunRequest> = {}, files = {}) {
  const ready = await prepared(settings, request, files)
  assert(ready.ok, ready.ok ? '' : ready.refusal.message)
  const { mode, team, limits, settings: told } = ready.value.start
  return { mode, team: team.slug, members: team.members, models: seatsOf(team).map((seat) => seat.model), limits, told }
}

describe('a run that names no mode, no team and no agents', () => {
  test('works in the default mode of the settings, unless it names one of the three', async () => {
    const settings = { defaultMode: 'panel' }
    expect((await startOf(settings)).mode).toBe('panel')
    expect((await startOf(settings, { mode: 'agent' })).mode).toBe('agent')
    expect((await startOf(settings, { agents: ['architect', 'security'] })).mode).toBe('broadcast')
    expect((await startOf(settings, { team: 'quick-reflection' })).mode).toBe('reflect')
  })

  test('is one agent that reflects, if reflection is requested', async () => {
    expect((await startOf({ defaultMode: 'panel' }, { settings: { reflect: true } })).mode).toBe('agent')
  })

  test('has the default team of the settings, in its own mode or in the default mode', async () => {
    const settings = { defaultTeam: 'quick-reflection' }
    expect(await startOf(settings)).toMatchObject({ mode: 'reflect', team: 'quick-reflection' })
    expect((await startOf(settings, { team: 'balanced-panel' })).team).toBe('balanced-panel')
    expect((await startOf(settings, { mode: 'agent' })).team).not.toBe('quick-reflection')
    const both = { ...settings, defaultMode: 'orchestrate' }
    expect(await startOf(both)).toMatchObject({ mode: 'orchestrate', team: 'quick-reflection' })
  })

  test('is refused with the name of the setting if the default team does not exist', async () => {
    expect(await prepared({ defaultTeam: 'balanced-pannel' })).toMatchObject({
      ok: false,
      refusal: { code: 'unknown_team', message: expect.stringMatching(/\(defaultTeam\).*"balanced-panel"/su) },
    })
  })

  test('is refused if the default mode does not exist', async () => {
    expect(await prepared({ defaultMode: 'dance' })).toMatchObject({
      ok: false,
      refusal: { message: expect.stringMatching(/config\.json:1.*defaultMode.*panel/su) },
    })
  })

  test('ignores both settings of an untrusted workspace, with a warning', async () => {
    const files = { 'workspace/.convene/config.json': '{ "defaultMode": "panel", "defaultTeam": "quick-panel" }' }
    const ready = await prepared({}, {}, files)
    assert(ready.ok, 'it starts')
    expect(ready.value.start.mode).toBe('agent')
    expect(ready.value.warnings.join('\n')).toMatch(/defaultMode.*not trusted/su)
  })
})

describe('a panel’s turn limit', () => {
  test.each([
    ['comes from its team’s depth', { team: 'quick-panel' }, 10],
    ['is the number that the user named', { team: 'quick-panel', limits: { maxTurns: 20 } }, 20],
    ['is the default, if its Head has yet to choose the depth', { mode: 'panel' }, 30],
  ])('%s', async (_from, request, maxTurns) => {
    expect((await startOf({ providers, model: 'local/any' }, request)).limits.maxTurns).toBe(maxTurns)
  })
})

test('a read-only run has only tools that read, no matter what the rules allow', async () => {
  const settings = { providers, permissions: { '*': 'allow' } }
  const toolsOf = async (readOnly: boolean) => {
    const { told } = await startOf(settings, { mode: 'agent', model: 'local/any', readOnly })
    return Object.values(told.tools)
  }
  const reading = await toolsOf(true)
  expect(reading.map(({ name }) => name)).toContain('read')
  expect(reading.filter(({ readOnly }) => !readOnly)).toEqual([])
  expect((await toolsOf(false)).map(({ name }) => name)).toEqual(expect.arrayContaining(['read', 'write', 'bash']))
})

test('constraints are a part of what is started, so that no surface has to pass them on', async () => {
  const constraintsOf = async (request: Partial<HostRunRequest>) => {
    const ready = await prepared({ providers }, { model: 'local/any', ...request })
    return ready.ok && ready.value.start.constraints
  }
  expect(await constraintsOf({ constraints: 'No new dependencies.' })).toBe('No new dependencies.')
  expect(await constraintsOf({ constraints: '' })).toBe('')
  expect(await constraintsOf({})).toBeUndefined()
})

describe('settings fill in what a run does not name:', () => {
  test('panel seats and depth', async () => {
    const settings = { panel: { seats: 4, depth: 'quick' } }
    const { members, told } = await startOf(settings, { mode: 'panel' })
    expect(members).toHaveLength(4)
    expect(told.mode).toMatchObject({ depth: 'quick' })
    expect((await startOf(settings, { mode: 'panel', settings: { depth: 'deep' } })).told.mode.depth).toBe('deep')
  })

  test('the model, unless one is named', async () => {
    const settings = { providers, model: 'local/usual' }
    expect((await startOf(settings)).models).toEqual(['local/usual'])
    expect((await startOf(settings, { model: 'local/other' })).models).toEqual(['local/other'])
  })

  test('the pool, unless a model is named', async () => {
    const settings = { providers, pool: ['local/one', 'local/two'] }
    const agents = ['architect', 'security']
    expect((await startOf(settings, { agents })).models.toSorted()).toEqual(['local/one', 'local/two'])
    expect((await startOf(settings, { agents, model: 'local/x' })).models).toEqual(['local/x', 'local/x'])
  })

  test('the limits, unless others are named', async () => {
    const settings = { limits: { maxTurns: 7 } }
    expect((await startOf(settings)).limits.maxTurns).toBe(7)
    expect((await startOf(settings, { limits: { maxTurns: 9 } })).limits.maxTurns).toBe(9)
  })
})

describe('keys in a keychain that cannot be reached', () => {
  const files = { 'home/keychain.json': '{ "OPENAI_API_KEY": "secret-service 1" }' }

  test('refuse a run that without them would only rehearse', async () => {
    expect(await prepared({}, {}, files)).toMatchObject({
      refusal: { code: 'keys_locked', message: expect.stringMatching(/OPENAI_API_KEY.*no desktop session/u) },
    })
  })

  test('are given as the reason why a model is not connected', async () => {
    expect(await prepared({}, { model: 'openai/gpt-5' }, files)).toMatchObject({
      refusal: { code: 'not_configured', message: expect.stringMatching(/no desktop session/u) },
    })
  })

  test('do not block a rehearsal on purpose, or a preview', async () => {
    expect(await prepared({}, { model: 'rehearsal/offline' }, files)).toMatchObject({ ok: true })
    expect(await prepared({}, { onlyLook: true }, files)).toMatchObject({ ok: true, value: { unconnected: false } })
  })
})

describe('the reasoning level of a run', () => {
  const providers = { local: { type: 'openai-compatible', baseURL: 'http://127.0.0.1:9/v1' } }
  const settings = { providers, model: 'local/x', models: { 'local/x': { reasoning: ['low', 'high'] } } }

  test('is what the user asks for, or else what the settings say', async () => {
    expect((await startOf(settings)).told.reasoning).toBeUndefined()
    expect((await startOf({ ...settings, reasoning: 'low' })).told.reasoning).toBe('low')
    expect((await startOf({ ...settings, reasoning: 'low' }, { reasoning: 'high' })).told.reasoning).toBe('high')
  })

  test('gives a single warning if a model does not support it', async () => {
    const ready = await prepared(settings, { reasoning: 'off', agents: ['architect', 'security'] })
    assert(ready.ok, ready.ok ? '' : ready.refusal.message)
    expect(ready.value.start.warnings?.map(({ message }) => message)).toEqual([
      'local/x always reasons. Using its lowest level, low.',
    ])
    expect(ready.value.start.settings.models['local/x']).toMatchObject({ reasoning: ['low', 'high'] })
  })
})

describe('who is asked in a panel', () => {
  const refusalOf = async (request: Partial<HostRunRequest>) => {
    const ready = await prepared({}, { mode: 'panel', ...request })
    return ready.ok ? undefined : ready.refusal.code
  }

  test('comes from the settings, unless the user overrides it', async () => {
    const settings = { panel: { ask: 'as-few-as-needed' } }
    expect((await startOf(settings, { mode: 'panel' })).told.mode).toMatchObject({ ask: 'as-few-as-needed' })
    const told = await startOf(settings, { mode: 'panel', settings: { ask: 'everyone' } })
    expect(told.told.mode).toMatchObject({ ask: 'everyone' })
  })

  test('is refused if it would have no effect', async () => {
    for (const ask of ['two-first', 'as-few-as-needed'])
      expect(await refusalOf({ settings: { ask, protocol: 'discuss' } })).toBe('bad_ask')
    expect(await refusalOf({ settings: { ask: 'everyone', protocol: 'discuss' } })).toBeUndefined()
    expect(await refusalOf({ mode: 'broadcast', settings: { ask: 'everyone' } })).toBe('bad_ask')
  })

  test('does not stop a discussion if it is only a setting', async () => {
    const ready = await prepared({ panel: { ask: 'two-first' } }, { mode: 'panel', settings: { protocol: 'discuss' } })
    expect(ready.ok).toBe(true)
  })
})

describe('a seat for the user', () => {
  const wants = { mode: 'panel', settings: { userSeat: true } } as const
  const seats = async (request: Partial<HostRunRequest>, settings = {}) =>
    (await startOf(settings, request)).members.map(({ slug }) => slug)

  test('is theirs if they can be asked, for this run or by the settings', async () => {
    expect(await seats({ ...wants, interactive: true })).toEqual(['architect', 'security', 'performance', 'user'])
    expect(await seats({ mode: 'panel', interactive: true }, { panel: { userSeat: true } })).toContain('user')
    expect(await seats({ mode: 'panel', interactive: true })).not.toContain('user')
  })

  test('stays empty with a warning if nobody can be asked, or another agent starts the run', async () => {
    expect(await seats({ ...wants, interactive: true, startedBy: 'mcp' })).not.toContain('user')
    expect(await seats({ ...wants, interactive: true, asksNothingElse: true })).not.toContain('user')
    const ready = await prepared({}, wants)
    assert(ready.ok, 'it starts')
    expect(ready.value.start.team.members.map(({ slug }) => slug)).not.toContain('user')
    expect(ready.value.start.warnings?.map(({ code }) => code)).toContain('empty_seat')
  })

  test('is kept in the session’s next run, and never saved with its team', async () => {
    const program = opened({})
    const first = await prepareRun(program, { ...wants, interactive: true })
    assert(first.ok, 'it starts')
    const last = {
      ...first.value.start,
      number: 1,
      goal: 'Ship?',
      phase: 'completed',
    } as unknown as HostRunRequest['after']
    const next = await prepareRun(program, { interactive: true, after: last })
    assert(next.ok, 'it continues')
    const { members } = next.value.start.team
    expect(members.map(({ slug, model }) => [slug, model])).toContainEqual(['user', ''])
    expect(members.filter(({ slug }) => slug === 'user')).toHaveLength(1)
  })

  test('is refused in a mode without turns', async () => {
    const ready = await prepared({}, { mode: 'broadcast', agents: ['architect', 'ux'], settings: { userSeat: true } })
    expect(ready).toMatchObject({ ok: false, refusal: { code: 'bad_seat' } })
  })
})

test('a run keeps the span of the traced program that requests it, if it is valid', async () => {
  const trace = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  expect((await startOf({}, { trace })).told.trace).toBe(trace)
  for (const bad of ['', 'hello', `${trace}\r\nx: y`, trace.toUpperCase(), `${trace}-more`.repeat(1_000)])
    expect((await startOf({}, { trace: bad })).told).not.toHaveProperty('trace')
})

describe('a rule given with --allow that can match nothing is refused with what to write instead,', () => {
  const mcpServers = { files: { command: 'no-such-program' } }
  const refusalOf = async (grant: string, settings: object = {}) => {
    const ready = await prepared(settings, { mode: 'agent', allow: [grant] })
    return ready.ok ? undefined : ready.refusal.message
  }

  test.each([
    ['bsh:git *', "Did you mean 'bash:git *'?"],
    ['write:src/**', "Did you mean 'edit:src/**'?"],
    ['nonsense', 'No tool asks for what "nonsense" allows.'],
    ['a b', 'Invalid rule "a b".'],
    ['mcp_*', 'No MCP server is in your settings.'],
  ])('such as %s', async (grant, message) => {
    expect(await refusalOf(grant)).toContain(message)
  })

  test('and one for an MCP server that is not in the settings names those that are', async () => {
    expect(await refusalOf('mcp_file_read', { mcpServers })).toContain("'mcp_files_*'")
  })

  test.each([
    'bash',
    'bash:git *',
    'edit:*',
    '*',
    'mcp_*',
    'mcp_*:*',
    'mcp_files_read',
    'mcp_files_*',
    'network:*',
    'external_directory:/x',
  ])('but not %s', async (grant) => {
    expect(await refusalOf(grant, { mcpServers })).toBeUndefined()
  })
})

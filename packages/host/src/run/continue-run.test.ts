import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { assert, createDomain, emptySession, type Run, type SessionId, seatsOf } from '@convene/domain'
import { temporaryFolder } from '@convene/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { openProgram } from '../open-program.ts'
import { prepareRun } from './prepare-run.ts'
import type { HostRunRequest } from './run-request.ts'

const providers = { local: { type: 'openai-compatible', baseURL: 'http://127.0.0.1:9/v1' } }

function opened(settings: object) {
  const folder = temporaryFolder()
  const [home, workspace] = [folder.file('home'), folder.file('workspace')]
  for (const path of [home, workspace]) mkdirSync(path, { recursive: true })
  const set = (changed: object) => writeFileSync(join(home, 'config.json'), JSON.stringify({ providers, ...changed }))
  set(settings)
  const { program, close } = openProgram({ home, workspace, environment: {}, version: '1.2.3' })
  onTestFinished(async () => {
    await close()
    folder[Symbol.dispose]()
  })
  const prepared = async (request: Partial<HostRunRequest>) => {
    const ready = await prepareRun(program.at(workspace), { interactive: false, ...request })
    assert(ready.ok, ready.ok ? '' : ready.refusal.message)
    return ready.value.start
  }
  return { prepared, set, home }
}

type Start = Awaited<ReturnType<ReturnType<typeof opened>['prepared']>>

/** The run that this start would create, as the next one finds it. */
function runOf(start: Start): Run {
  const domain = createDomain()
  const empty = emptySession('S' as SessionId)
  const { facts } = domain.accept(empty, { type: 'create', goal: 'First', workspace: '/w', run: start }, 1)
  const session = facts.reduce((state, fact) => domain.evolve(state, domain.stamp(state, fact, 1, 1)), empty)
  assert(session.run, 'it was started')
  return session.run
}

const seen = ({ mode, team, limits, settings }: Start) => ({
  mode,
  team: team.slug,
  seats: seatsOf(team).map(({ slug, seat, model }) => [slug, seat, model].join(' ')),
  limits,
  told: settings.mode,
})

test('a new run in a session keeps its mode, team, models, limits and mode settings', async () => {
  const { prepared } = opened({ model: 'local/usual' })
  const request = {
    team: 'balanced-panel',
    model: 'local/named',
    limits: { maxTurns: 9 },
    settings: { depth: 'quick' },
  }
  const first = await prepared(request)
  const second = await prepared({ after: runOf(first) })
  expect(seen(second)).toEqual(seen(first))
  expect(seen(await prepared({ after: runOf(second) }))).toEqual(seen(first))
})

test('agents named for one run stay in the next, and a delegation keeps its entry agent', async () => {
  const { prepared } = opened({ model: 'local/usual' })
  const named = await prepared({ agents: ['security', 'ux'] })
  expect(seen(await prepared({ after: runOf(named) }))).toEqual(seen(named))
  const delegated = await prepared({ team: 'coordinator' })
  expect(seen(await prepared({ after: runOf(delegated) }))).toEqual(seen(delegated))
})

test('what the user asks for now wins, and the rest stays', async () => {
  const { prepared } = opened({ model: 'local/usual' })
  const first = runOf(
    await prepared({ agents: ['security', 'ux'], model: 'local/named', limits: { maxTotalTokens: 90_000 } }),
  )
  const panel = await prepared({ after: first, mode: 'panel', limits: { maxTurns: 5 } })
  expect(seen(panel).seats).toEqual([
    'head lead local/named',
    'security member local/named',
    'ux member local/named',
    'moderator judge local/named',
  ])
  expect(panel.limits).toMatchObject({ maxTurns: 5, maxTotalTokens: 90_000 })
  const other = await prepared({ after: first, model: 'local/other' })
  expect(seen(other).seats).toEqual(['security member local/other', 'ux member local/other'])
  const team = await prepared({ after: first, team: 'quick-reflection' })
  expect(team).toMatchObject({
    mode: 'reflect',
    team: { slug: 'quick-reflection' },
    limits: { maxTotalTokens: 90_000 },
  })
  expect((await prepared({ after: first, mode: 'agent' })).team.members.map(({ slug }) => slug)).toEqual(['coder'])
  expect(await prepared({ after: first, settings: { reflect: true } })).toMatchObject({ mode: 'agent' })
})

test('models drawn from a pool stay with their seats, unless they are gone or only rehearsed', async () => {
  const { prepared, set } = opened({ pool: ['local/one', 'local/two'] })
  const first = await prepared({ agents: ['security', 'ux'] })
  set({ model: 'local/new', pool: [] })
  expect(seen(await prepared({ after: runOf(first) })).seats).toEqual(seen(first).seats)
  const rehearsed = await opened({}).prepared({ agents: ['security', 'ux'] })
  const real = await prepared({ after: runOf(rehearsed) })
  expect(real.team.members.map(({ model }) => model)).toEqual(['local/new', 'local/new'])
})

test('a limit that comes from the settings follows the settings, so a second try can get further', async () => {
  const { prepared, set } = opened({ limits: { maxTurns: 7 } })
  const first = await prepared({ agents: ['security', 'ux'] })
  set({ limits: { maxTurns: 20 } })
  expect((await prepared({ after: runOf(first) })).limits.maxTurns).toBe(20)
})

test('a change is the only difference from the previous run', async () => {
  const { prepared } = opened({ pool: ['local/one', 'local/two'], limits: { maxTurns: 7 } })
  const first = await prepared({ agents: ['security', 'ux'] })
  const again = async (change: NonNullable<HostRunRequest['change']>) =>
    seen(await prepared({ after: runOf(first), change }))
  const [security = '', ux = ''] = seen(first).seats
  expect((await again({ type: 'fact', text: 'We have 3 shops.' })).seats).toEqual([security, ux])
  expect((await again({ type: 'without', seat: 'ux' })).seats).toEqual([security])
  expect((await again({ type: 'model', seat: 'ux', model: 'local/three' })).seats).toEqual([
    security,
    'ux member local/three',
  ])
  expect((await again({ type: 'swap', seat: 'ux', agent: 'performance' })).seats).toEqual([
    security,
    ux.replace(/^ux/u, 'performance'),
  ])
  const limited = await again({ type: 'limit', limit: 'maxTurns', value: 3 })
  expect(limited.limits).toEqual({ ...seen(first).limits, maxTurns: 3 })
})

test('a panel keeps its Head and Moderator if a panelist leaves, and the Head can be replaced', async () => {
  const { prepared } = opened({ model: 'local/usual' })
  const first = runOf(await prepared({ team: 'balanced-panel' }))
  const seats = async (change: HostRunRequest['change']) => (await prepared({ after: first, change })).team
  const [panelist] = first.team.members
  const left = await seats({ type: 'without', seat: panelist?.slug ?? '' })
  expect([left.lead?.slug, left.judge?.slug]).toEqual([first.team.lead?.slug, first.team.judge?.slug])
  expect(left.members.map(({ slug }) => slug)).toEqual(first.team.members.slice(1).map(({ slug }) => slug))
  expect((await seats({ type: 'swap', seat: 'head', agent: 'architect' })).lead).toMatchObject({ seat: 'lead' })
})

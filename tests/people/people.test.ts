import { answers, calls, says, scriptedModel } from '@convene/testkit'
import { afterAll, describe, expect, test } from 'vitest'
import { given, until } from '../../apps/server/src/server.fixture.ts'
import { called, type Somebody, type TeamServerFixture, teamServer } from './team-server.ts'

/** Each agent asks to run a command and finishes after the answer. */
const model = scriptedModel(
  answers(({ lines, agent }) =>
    agent === 'architect' || JSON.stringify(lines).includes('"role":"tool"')
      ? says('Done.')
      : calls('bash', { command: 'touch made' }),
  ),
)
const server = (await teamServer({ model })) as TeamServerFixture
afterAll(() => server?.close())

async function asking({ client }: Somebody): Promise<{ readonly session: string; readonly ask: string }> {
  const { id } = given(await client.createSession({ goal: 'Do it.', agents: ['coder'], mode: 'agent' }))
  const [item] = await until(async () => {
    const items = given(await client.approvals()).items.filter(({ session }) => session === id)
    return items.length > 0 && items
  })
  return { session: id, ask: item?.id ?? '' }
}

const refusalOf = (result: { readonly ok: boolean; readonly refusal?: { readonly code: string } }) =>
  result.ok ? 'done' : result.refusal?.code

describe.skipIf(!server)('people on a team server', () => {
  test('the log says who started a run and who allowed what, and lists show who started it', async () => {
    const space = await server.newSpace()
    const [ana, ben] = [await server.somebody(space, 'member', 'Ana'), await server.somebody(space, 'approver', 'Ben')]
    const { session, ask } = await asking(ana)
    expect(refusalOf(await ben.client.answerApproval({ id: ask, answer: 'once' }))).toBe('done')
    await until(async () => given(await ana.client.sessions()).items.some(({ phase }) => phase === 'completed'))
    const events = given(await ana.client.events({ id: session })).items
    const by = (type: string) => events.find((event) => event.type === type)?.person
    expect([by('session.created'), by('run.started')]).toEqual(Array(2).fill({ id: ana.id, name: 'Ana' }))
    expect([by('permission.answered'), by('model.replied')]).toEqual([{ id: ben.id, name: 'Ben' }, undefined])
    expect(given(await ben.client.sessions()).items[0]?.startedBy).toEqual({ id: ana.id, name: 'Ana' })
  })

  test('a member can neither approve nor steer another’s session, and a viewer can only watch', async () => {
    const space = await server.newSpace()
    const [ana, ben, vic] = [
      await server.somebody(space, 'member', 'Ana'),
      await server.somebody(space, 'member', 'Ben'),
      await server.somebody(space, 'viewer', 'Vic'),
    ]
    const { session, ask } = await asking(ana)
    const stop = { id: session, type: 'stop' } as const
    expect(refusalOf(await ana.client.answerApproval({ id: ask, answer: 'once' }))).toBe('role_too_low')
    expect(refusalOf(await ben.client.command(stop))).toBe('not_yours')
    expect(refusalOf(await ben.client.deleteSession({ id: session }))).toBe('not_yours')
    expect(refusalOf(await ben.client.command({ id: session, type: 'revert', artifact: 'd1' }))).toBe('not_yours')
    expect(refusalOf(await vic.client.command(stop))).toBe('role_too_low')
    expect(refusalOf(await vic.client.createSession({ goal: 'x' }))).toBe('role_too_low')
    expect(refusalOf(await vic.client.session({ id: session }))).toBe('done')
    const allowed = { goal: 'x', agents: ['coder'], mode: 'agent', allow: ['bash:*'] }
    expect(refusalOf(await ana.client.createSession(allowed))).toBe('role_too_low')
    expect(refusalOf(await ana.client.command(stop))).toBe('done')
  })

  test('with the four-eyes rule, nobody approves calls in a run they started or steered', async () => {
    const space = await server.newSpace(true)
    const [ana, ben] = [await server.somebody(space, 'admin', 'Ana'), await server.somebody(space, 'admin', 'Ben')]
    const { session, ask } = await asking(ana)
    const answer = ({ client }: Somebody) => client.answerApproval({ id: ask, answer: 'once' })
    expect(refusalOf(await answer(ana))).toBe('own_escalation')
    given(await ben.client.command({ id: session, type: 'message', text: 'And make another one.' }))
    expect(refusalOf(await answer(ben))).toBe('own_escalation')
    given(await ben.client.updateSpace({ fourEyes: false }))
    expect(refusalOf(await answer(ben))).toBe('done')
  })

  test('another space’s session looks as if it did not exist, even to a command', async () => {
    const [ana, eve] = [
      await server.somebody(await server.newSpace(), 'member'),
      await server.somebody(await server.newSpace(), 'admin'),
    ]
    const { session, ask } = await asking(ana)
    const other = { id: session }
    const tried = [
      await eve.client.session(other),
      await eve.client.command({ ...other, type: 'stop' }),
      await eve.client.command({ ...other, type: 'fork' }),
      await eve.client.updateSession({ ...other, title: 'mine' }),
      await eve.client.deleteSession(other),
      await eve.client.answerApproval({ id: ask, answer: 'once' }),
    ]
    expect(tried.map((each) => (each.ok ? 200 : each.refusal.status))).toEqual(Array(6).fill(404))
    const stream = { headers: { accept: 'text/event-stream', authorization: `Bearer ${eve.token}` } }
    expect((await fetch(`${server.address}/api/sessions/${session}/events`, stream)).status).toBe(404)
    expect(given(await ana.client.sessions()).items[0]).toMatchObject({
      id: session,
      phase: 'running',
      title: 'Do it.',
    })
  })

  test('people with the same session open see each other, and mentions arrive, within the space', async () => {
    const space = await server.newSpace()
    const [ana, vic] = [await server.somebody(space, 'admin', 'Ana'), await server.somebody(space, 'viewer', 'Vic')]
    const eve = await server.somebody(await server.newSpace(), 'admin', 'Vic')
    const { session } = await asking(ana)
    given(await ana.client.command({ id: session, type: 'message', text: '@Vic, do you see it?' }))
    expect(given(await vic.client.mentions()).items).toMatchObject([
      { session, by: { id: ana.id, name: 'Ana' }, title: 'Do it.', text: '@Vic, do you see it?' },
    ])
    expect([given(await eve.client.mentions()).items, given(await ana.client.mentions()).items]).toEqual([[], []])
    expect(refusalOf(await eve.client.look({ id: session }))).toBe('session_not_found')
    expect(given(await vic.client.look({ id: session })).others).toEqual([])
    expect(given(await ana.client.look({ id: session })).others).toEqual([{ id: vic.id, name: 'Vic' }])
    expect(given(await vic.client.mentions()).items).toEqual([])
    given(await vic.client.look({ id: session, leaves: true }))
    expect(given(await ana.client.look({ id: session })).others).toEqual([])
  })

  test('the operator is an admin of every space, and works in the one named in the request', async () => {
    const space = await server.newSpace()
    const ana = await server.somebody(space, 'member')
    const { session } = await asking(ana)
    const read = async (named?: string) =>
      (await called(server.address, `/api/sessions/${session}`, named === undefined ? {} : { space: named })).status
    expect([await read(), await read(space), await read('nowhere')]).toEqual([404, 200, 404])
    const me = await (await called(server.address, '/api/me', { space })).json()
    expect(me).toMatchObject({ operator: true, role: 'admin', space: { id: space } })
  })

  test('an admin can add a program, whose token works until it is revoked', async () => {
    const space = await server.newSpace()
    const admin = await server.somebody(space, 'admin')
    const { person } = given(await admin.client.createMember({ name: 'CI', role: 'member' }))
    const made = given(await admin.page.createToken({ name: 'pipeline', person: person.id }))
    const as = (token: string) => called(server.address, '/api/me', { token }).then(({ status }) => status)
    expect([made.secret.startsWith('convene_'), await as(made.secret)]).toEqual([true, 200])
    const own = { token: made.secret, method: 'DELETE' }
    expect((await called(server.address, `/api/tokens/${admin.tokenId}`, own)).status).toBe(404)
    expect((await called(server.address, `/api/tokens/${made.id}`, own)).status).toBe(200)
    expect(await as(made.secret)).toBe(401)
    const entries = given(await admin.client.audit()).items
    expect(entries.slice(0, 2).map(({ action, by }) => [action, by.name])).toEqual([
      ['token.revoked', 'CI'],
      ['token.created', 'admin'],
    ])
    expect(JSON.stringify(entries)).not.toContain(made.secret)
  })

  test('a space cannot lose its last admin, and an unknown person cannot get a role', async () => {
    const admin = await server.somebody(await server.newSpace(), 'admin')
    expect(refusalOf(await admin.client.setRole({ person: admin.id, role: 'viewer' }))).toBe('last_admin')
    expect(refusalOf(await admin.client.removeMember({ person: admin.id }))).toBe('last_admin')
    expect(refusalOf(await admin.client.setRole({ person: 'nobody', role: 'viewer' }))).toBe('unknown_person')
    expect(given(await admin.client.members()).items.map(({ role }) => role)).toEqual(['admin'])
  })

  test('concurrent runs do not exceed a month’s budget, and a run without budget says what to do', async () => {
    const { client } = await server.somebody(await server.newSpace(), 'admin')
    given(await client.setBudget({ limitUsd: 16 }))
    const run = { goal: 'Say something.', agents: ['architect'], mode: 'agent', readOnly: true }
    await Promise.all(Array.from({ length: 8 }, () => client.createSession(run)))
    const phases = async () => given(await client.sessions()).items.map(({ phase }) => phase)
    const ended = await until(async () => (await phases()).every((phase) => /completed|failed/.test(phase)) && phases())
    const { spentUsd, ...budget } = given(await client.budget())
    expect([ended.length, ended.includes('completed'), spentUsd > 0, spentUsd <= 16]).toEqual([8, true, true, true])
    expect(budget).toMatchObject({ limitUsd: 16, reservedUsd: 0 })
    given(await client.setBudget({ limitUsd: 0.01 }))
    const { id } = given(await client.createSession(run))
    const found = async () => given(await client.sessions()).items.find((row) => row.id === id)
    const failed = await until(async () => (await found())?.phase === 'failed' && found())
    expect(failed).toMatchObject({
      reason: 'error:over_budget',
      summary: expect.stringContaining('An admin can raise'),
    })
    given(await client.setBudget({ limitUsd: null }))
    given(await client.command({ id, type: 'run', goal: 'Again.' }))
    await until(async () => (await found())?.phase === 'completed')
  })

  test('a space’s provider key connects its models, is never shown, and leaves no trace in exports', async () => {
    const [ana, ben] = [
      await server.somebody(await server.newSpace(), 'admin'),
      await server.somebody(await server.newSpace(), 'admin'),
    ]
    const key = { variable: 'ANTHROPIC_API_KEY', value: 'a-secret-of-this-space-only' }
    given(await ana.client.saveSpaceKey(key))
    expect(refusalOf(await ana.client.saveSpaceKey({ ...key, variable: 'HTTPS_PROXY' }))).toBe('unknown_key')
    const isConnected = async ({ client }: Somebody) =>
      given(await client.models()).providers.find(({ keyVariable }) => keyVariable === key.variable)?.configured
    expect([await isConnected(ana), await isConnected(ben)]).toEqual([true, false])
    expect(given(await ana.client.spaceKeys()).items).toMatchObject([{ variable: key.variable }])
    expect(given(await ben.client.spaceKeys()).items).toEqual([])
    const { id } = given(
      await ana.client.createSession({ goal: `Say ${key.value}.`, agents: ['architect'], mode: 'agent' }),
    )
    const exported = await called(server.address, `/api/sessions/${id}/export?redact=1`, { token: ana.token })
    expect(await exported.text()).not.toContain(key.value)
    const audit = JSON.stringify(given(await ana.client.audit()).items)
    expect([audit.includes('key.set'), audit.includes(key.value)]).toEqual([true, false])
    given(await ana.client.deleteSpaceKey(key))
    expect(await isConnected(ana)).toBe(false)
  })
})

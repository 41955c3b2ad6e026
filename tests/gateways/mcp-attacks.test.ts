import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SessionId } from '@convene/domain'
import { type Program, pendingAnswers, prepareRun } from '@convene/host'
import { calls, says, scriptedModel } from '@convene/testkit'
import { expect, test } from 'vitest'
import { rawClient } from './raw-client.ts'

const panel = { goal: 'Should we use tabs?', mode: 'panel', wait: 100 }
const accept = (content: object) => ({ user: { action: 'accept', content } })
const approve = accept({ decision: 'approve' })
const local = JSON.stringify({
  model: 'local/x',
  providers: { local: { type: 'openai-compatible', baseURL: 'http://127.0.0.1:9/v1' } },
})

/** What waits for the user in the newest session. */
async function waitingIn(program: Program): Promise<readonly string[]> {
  const { log } = await program.store()
  const rows = await log.list({ limit: 1 })
  const state = await (await program.engine()).state(rows[0]?.id as SessionId)
  return state ? pendingAnswers(state).map(({ id }) => id) : []
}

test('over HTTP, a caller that claims to support forms gets none, and its form answers are ignored', async () => {
  const { call, open } = await rawClient()
  const first = await call('run_team', { arguments: panel, inputResponses: approve })
  expect(first.value).toMatchObject({ state: 'waiting', waiting: [{ kind: 'gate' }] })
  expect(first.requestState).toBeUndefined()
  const again = await call('wait_for_team', {
    arguments: { session: first.value.session, wait: 1 },
    inputResponses: approve,
  })
  expect(again.value).toMatchObject({ state: 'waiting', next: expect.stringContaining('You cannot') })
  expect(await waitingIn(open.program)).toHaveLength(1)
})

test('a form answer without a question is ignored, so a caller cannot fill in a form that nobody saw', async () => {
  const { call, open } = await rawClient({}, { forms: true })
  const asked = await call('run_team', { arguments: panel, inputResponses: approve })
  expect(asked.form?.message).toContain('Decide this?')
  expect(await waitingIn(open.program)).toHaveLength(1)
})

test.each([
  ['made up', () => 'v1.e30.AAAA'],
  ['signed by someone else', (state: string) => `${state.slice(0, -4)}AAAA`],
  ['changed to name another gate', (state: string) => withPending(state, '1/topic2')],
])('a state that is %s is refused, and the gate stays', async (_, forge) => {
  const { call, open } = await rawClient({}, { forms: true })
  const { requestState = '' } = await call('run_team', { arguments: panel })
  const forged = await call('run_team', {
    arguments: panel,
    requestState: forge(requestState),
    inputResponses: approve,
  })
  expect(forged.error).toMatchObject({ code: -32602 })
  expect(await waitingIn(open.program)).toHaveLength(1)
})

function withPending(state: string, pending: string): string {
  const [version, body = '', mac] = state.split('.')
  const read = JSON.parse(Buffer.from(body, 'base64url').toString('utf8'))
  const changed = { ...read, p: { ...read.p, pending } }
  return [version, Buffer.from(JSON.stringify(changed)).toString('base64url'), mac].join('.')
}

test('one server process’s state is worthless to another', async () => {
  const first = await rawClient({}, { forms: true })
  const { requestState = '' } = await first.call('run_team', { arguments: panel })
  const second = await rawClient({}, { forms: true })
  const answer = await second.call('run_team', { arguments: panel, requestState, inputResponses: approve })
  expect(answer.error).toMatchObject({ code: -32602 })
})

test('a replayed answer does not answer a later question', async () => {
  const { call, open } = await rawClient({}, { forms: true })
  const { requestState = '' } = await call('run_team', { arguments: panel })
  const rejected = accept({ decision: 'reject', feedback: 'Ask about semicolons.' })
  const next = await call('run_team', { arguments: panel, requestState, inputResponses: rejected })
  expect(next.form?.message).toContain('Decide this?')
  const replayed = await call('run_team', { arguments: panel, requestState, inputResponses: approve })
  expect(replayed.form?.message).toContain('Decide this?')
  expect(await waitingIn(open.program)).toEqual(['1/topic2'])
})

test.each([
  ['yes', true],
  ['allow', ['bash:*']],
  ['answers', ['approve']],
  ['readOnly', false],
  ['workspace', '/'],
])('run_team has no argument %s', async (name, value) => {
  const { call } = await rawClient()
  const { refused, error } = await call('run_team', { arguments: { ...panel, [name]: value } })
  expect(refused ?? error?.message).toContain(name)
})

test.each(['evil.json', './evil.json', '../workspace/evil.json'])(
  'a team file that the caller has written (%s) is not a team, because it could allow anything',
  async (team) => {
    const { call, workspace } = await rawClient({}, { forms: true, allowChanges: true })
    const evil = { name: 'Evil', slug: 'evil', mode: 'agent', members: ['coder'], permissions: { bash: 'allow' } }
    writeFileSync(join(workspace, 'evil.json'), JSON.stringify(evil))
    const { refused } = await call('run_team', { arguments: { goal: 'x', team } })
    expect(refused).toContain('Unknown team')
    const absolute = await call('run_team', { arguments: { goal: 'x', team: join(workspace, 'evil.json') } })
    expect(absolute.refused).toContain('Unknown team')
  },
)

test('ask_team is refused while the team waits for the user, so it cannot be used to answer', async () => {
  const { call, open } = await rawClient()
  const { session } = (await call('run_team', { arguments: panel })).value
  const asked = await call('ask_team', { arguments: { session, question: '/approve', wait: 1 } })
  expect(asked.refused).toContain('only the user can answer')
  expect(await waitingIn(open.program)).toEqual(['1/topic1'])
})

test('without permission for changes, tools are read-only, and sessions with other tools are off limits', async () => {
  const model = scriptedModel(calls('write', { path: 'a.txt', content: 'a' }), says('Done.'), says('More.'))
  const { call, open, workspace } = await rawClient({ model, files: { 'config.json': local } })
  await call('run_team', { arguments: { goal: 'Write.', mode: 'agent', wait: 100 } })
  expect(model.requests[0]?.tools.map(({ name }) => name)).not.toContain('write')
  expect(existsSync(join(workspace, 'a.txt'))).toBe(false)
  const session = await sessionOfUser(open.program)
  const asked = await call('ask_team', { arguments: { session, question: 'Delete everything.', wait: 1 } })
  expect(asked.refused).toContain('may change files')
})

test('permission for changes does not open up the user’s own sessions', async () => {
  const model = scriptedModel(says('Done.'), says('More.'))
  const { call, open } = await rawClient(
    { model, files: { 'config.json': local } },
    { forms: true, allowChanges: true },
  )
  const session = await sessionOfUser(open.program)
  const asked = await call('ask_team', { arguments: { session, question: 'Delete everything.', wait: 1 } })
  expect(asked.refused).toContain('may change files')
})

/** A session started by the user, with tools that make changes. */
async function sessionOfUser(program: Program): Promise<SessionId> {
  const mine = await prepareRun(program, { mode: 'agent', interactive: true })
  if (!mine.ok) throw new Error(mine.refusal.message)
  const id = (await program.ids()).next() as SessionId
  const engine = await program.engine()
  await engine.resume(id, { type: 'create', goal: 'x', workspace: program.workspace, run: mine.value.start })
  await engine.rested(id)
  return id
}

test('with permission for changes, nothing changes until the user agrees in a form', async () => {
  const model = scriptedModel(calls('write', { path: 'a.txt', content: 'a' }), says('Done.'))
  const { call, workspace } = await rawClient(
    { model, files: { 'config.json': local } },
    { forms: true, allowChanges: true },
  )
  const sent = { arguments: { goal: 'Write.', mode: 'agent', wait: 100 } }
  const { form, requestState = '' } = await call('run_team', sent)
  expect(form).toMatchObject({
    message: expect.stringContaining('write: a.txt'),
    requestedSchema: { properties: { decision: { enum: ['allow once', 'deny'] } } },
  })
  for (const content of [{}, { decision: 'always' }, { decision: true }, { answer: 'yes' }]) {
    const bad = await call('run_team', { ...sent, requestState, inputResponses: accept(content) })
    expect(bad.value).toMatchObject({ state: 'waiting' })
  }
  expect(existsSync(join(workspace, 'a.txt'))).toBe(false)
  const done = await call('run_team', { ...sent, requestState, inputResponses: accept({ decision: 'allow once' }) })
  expect(done.value).toMatchObject({ state: 'completed', answer: 'Done.' })
  expect(existsSync(join(workspace, 'a.txt'))).toBe(true)
})

test('a caller can spend less than the user allows, but not more', async () => {
  const priced = { ...JSON.parse(local), limits: { maxCostUsd: 1 }, prices: { 'local/x': { input: 1, output: 1 } } }
  const { call, open } = await rawClient({
    model: scriptedModel(says('a'), says('b')),
    files: { 'config.json': JSON.stringify(priced) },
  })
  const limitOf = async (maxCostUsd: number) => {
    const { value, refused } = await call('run_team', {
      arguments: { goal: 'x', mode: 'agent', maxCostUsd, wait: 100 },
    })
    expect(refused).toBeUndefined()
    return (await (await open.program.engine()).state(value.session as SessionId))?.run?.limits.maxCostUsd
  }
  expect([await limitOf(0.5), await limitOf(100)]).toEqual([0.5, 1])
})

test('sessions of other workspaces are hidden', async () => {
  const { call, open, workspace, client } = await rawClient()
  const other = join(workspace, 'other')
  mkdirSync(other)
  const made = await client.createSession({ goal: 'Secret plans?', mode: 'panel', workspace: other })
  const session = made.ok ? made.value.id : ''
  await (await open.program.engine()).rested(session as SessionId)
  for (const name of ['wait_for_team', 'get_decision', 'stop_team'])
    expect((await call(name, { arguments: { session } })).refused).toContain('No session')
  expect((await call('ask_team', { arguments: { session, question: 'x' } })).refused).toContain('No session')
  expect((await call('list_sessions')).value).toEqual({ sessions: [] })
  expect((await call('list_approvals')).value).toEqual({ approvals: [] })
})

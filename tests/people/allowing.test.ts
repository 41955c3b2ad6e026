import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type SessionId, toArray } from '@convene/domain'
import { answers, calls, says, scriptedModel } from '@convene/testkit'
import { afterAll, describe, expect, test } from 'vitest'
import { given, until } from '../../apps/server/src/server.fixture.ts'
import { type Somebody, type TeamServerFixture, teamServer } from './team-server.ts'

const step = { id: 's1', owner: 'coder', description: 'Build it.', acceptance: 'It is built.', dependsOn: [] }
const planOf = (more: object = {}) => JSON.stringify({ steps: [{ ...step, ...more }] })

/** The planner plans, teammates agree, and the coder asks to write a file or run a command whenever it works. */
const model = scriptedModel(
  answers(({ lines, agent }) => {
    const [, heading = ''] = [...JSON.stringify(lines).matchAll(/(?:"|\\n)# ([A-Z][\w ]+)/g)].at(-1) ?? []
    if (heading.startsWith('Review plan')) return says('APPROVE')
    if (heading.startsWith('Plan')) return says(planOf())
    if (heading.startsWith('Review')) return says('ACCEPT')
    if (agent !== 'coder' || toArray(lines).at(-1)?.role === 'tool') return says('Done.')
    const writes = JSON.stringify(lines).includes('Write it.')
    return writes ? calls('write', { path: 'note.txt', content: 'made' }) : calls('bash', { command: 'touch made' })
  }),
)
const server = (await teamServer({ model })) as TeamServerFixture
afterAll(() => server?.close())

const refusalOf = (result: { readonly ok: boolean; readonly refusal?: { readonly code: string } }) =>
  result.ok ? 'done' : result.refusal?.code

/** The pending gate or ask in a session. */
const waiting = ({ client }: Somebody, id: string, kind: 'gate' | 'ask') =>
  until(async () => given(await client.approvals()).items.find((item) => item.session === id && item.kind === kind))

const planned = async (who: Somebody, goal = 'Build it.') => {
  const { id } = given(await who.client.createSession({ goal, team: 'feature-crew' }))
  await waiting(who, id, 'gate')
  return id
}

const ended = ({ client }: Somebody, id: string) =>
  until(async () => /completed|cancelled|failed/.test(given(await client.session({ id })).session.phase))

/** A minimal image. */
const image = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe.skipIf(!server)('approvals on a team server', () => {
  test('a plan still asks after a member edits it not to ask', async () => {
    const ana = await server.somebody(await server.newSpace(true), 'member', 'Ana')
    const id = await planned(ana)
    expect(refusalOf(await ana.client.command({ id, type: 'approve', text: planOf({ approve: 'auto' }) }))).toBe('done')
    const committed = async () => given(await ana.client.events({ id, type: 'plan.committed' })).items[0]
    expect(await until(committed)).toMatchObject({ data: { steps: [{ approve: 'ask' }] } })
    const ask = await waiting(ana, id, 'ask')
    expect(refusalOf(await ana.client.answerApproval({ id: ask.id, answer: 'once' }))).toBe('role_too_low')
    given(await ana.client.command({ id, type: 'stop' }))
  })

  test('with the four-eyes rule, only another approver can allow the calls of a plan that an approver rewrote', async () => {
    const space = await server.newSpace(true)
    const [ana, ben, cat] = [
      await server.somebody(space, 'member', 'Ana'),
      await server.somebody(space, 'approver', 'Ben'),
      await server.somebody(space, 'approver', 'Cat'),
    ]
    const id = await planned(ana)
    given(await ben.client.command({ id, type: 'approve', text: planOf({ description: 'Something else.' }) }))
    const ask = await waiting(ben, id, 'ask')
    const answer = ({ client }: Somebody) => client.answerApproval({ id: ask.id, answer: 'once' })
    expect([refusalOf(await answer(ben)), refusalOf(await answer(cat))]).toEqual(['own_escalation', 'done'])
  })

  test('a session grant does not apply to a fork', async () => {
    const space = await server.newSpace(true)
    const [ana, ben, cat] = [
      await server.somebody(space, 'member', 'Ana'),
      await server.somebody(space, 'member', 'Ben'),
      await server.somebody(space, 'approver', 'Cat'),
    ]
    const { id } = given(await ana.client.createSession({ goal: 'Do it.', agents: ['coder'], mode: 'agent' }))
    const { id: ask } = await waiting(cat, id, 'ask')
    given(await cat.client.answerApproval({ id: ask, answer: 'session', pattern: 'bash:touch *' }))
    await ended(ana, id)
    const fork = given(await ben.client.command({ id, type: 'fork' })).id ?? ''
    given(await ben.client.command({ id: fork, type: 'run', goal: 'Do more.' }))
    expect(await waiting(ben, fork, 'ask')).toBeTruthy()
    given(await ana.client.command({ id, type: 'run', goal: 'Do more.' }))
    await until(async () => given(await ana.client.events({ id, type: 'run.finished' })).items.length === 2)
  })

  test('a member cannot change files of another’s session by a revert, a fork or an attachment', async () => {
    const space = await server.newSpace()
    const [ana, ben, cat] = [
      await server.somebody(space, 'member', 'Ana'),
      await server.somebody(space, 'member', 'Ben'),
      await server.somebody(space, 'approver', 'Cat'),
    ]
    const id = await planned(ana, 'Write it.')
    given(await ana.client.command({ id, type: 'approve' }))
    given(await cat.client.answerApproval({ id: (await waiting(cat, id, 'ask')).id, answer: 'once' }))
    await ended(ana, id)
    const isThere = () => existsSync(join(server.workspace, 'note.txt'))
    const fork = { id, type: 'fork', at: 'plan' } as const
    expect(refusalOf(await ben.client.command({ id, type: 'revert', artifact: 'd1' }))).toBe('not_yours')
    expect(given(await ben.client.command(fork)).notes.join(' ')).toContain('left as they are')
    const { hash } = given(await ben.client.upload({ file: image, name: 'a.png' }))
    const attach = ({ client }: Somebody) => client.command({ id, type: 'message', text: 'Look.', attachments: [hash] })
    const { blobs } = await server.program.store()
    const isAttached = async () => (await blobs.get({ session: id as SessionId }, hash)) !== undefined
    expect(refusalOf(await attach(ben))).toBe('not_yours')
    expect([isThere(), await isAttached()]).toEqual([true, false])
    given(await ana.client.command(fork))
    given(await attach(ana))
    expect([isThere(), await isAttached()]).toEqual([false, true])
  })
})

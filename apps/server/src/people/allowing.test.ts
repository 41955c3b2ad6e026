import { toArray } from '@convene/domain'
import { answers, calls, says, scriptedModel } from '@convene/testkit'
import { afterAll, describe, expect, test } from 'vitest'
import { given, until } from '../server.fixture.ts'
import { type Somebody, type TeamServerFixture, teamServer } from './team-server.fixture.ts'

const step = { id: 's1', owner: 'coder', description: 'Build it.', acceptance: 'It is built.', dependsOn: [] }
const planOf = (more: object = {}) => JSON.stringify({ steps: [{ ...step, ...more }] })

/** The planner plans, teammates agree, and the coder asks to run a command each time it is asked for something. */
const model = scriptedModel(
  answers(({ lines, agent }) => {
    const [, heading = ''] = [...JSON.stringify(lines).matchAll(/(?:"|\\n)# ([A-Z][\w ]+)/g)].at(-1) ?? []
    if (heading.startsWith('Review plan')) return says('APPROVE')
    if (heading.startsWith('Plan')) return says(planOf())
    if (heading.startsWith('Review')) return says('ACCEPT')
    return agent === 'coder' && toArray(lines).at(-1)?.role !== 'tool'
      ? calls('bash', { command: 'touch made' })
      : says('Done.')
  }),
)
const server = (await teamServer({ model })) as TeamServerFixture
afterAll(() => server?.close())

const refusalOf = (result: { readonly ok: boolean; readonly refusal?: { readonly code: string } }) =>
  result.ok ? 'done' : result.refusal?.code

/** What waits for an answer in a session. */
const waiting = ({ client }: Somebody, id: string, kind: 'gate' | 'ask') =>
  until(async () => given(await client.approvals()).items.find((item) => item.session === id && item.kind === kind))

const planned = async (who: Somebody) => {
  const { id } = given(await who.client.createSession({ goal: 'Build it.', team: 'feature-crew' }))
  await waiting(who, id, 'gate')
  return id
}

describe.skipIf(!server)('who allows what on a team server', () => {
  test('a member who edits a plan so that it asks nobody is asked all the same', async () => {
    const ana = await server.somebody(await server.newSpace(true), 'member', 'Ana')
    const id = await planned(ana)
    expect(refusalOf(await ana.client.command({ id, type: 'approve', text: planOf({ approve: 'auto' }) }))).toBe('done')
    const ask = await waiting(ana, id, 'ask')
    expect(refusalOf(await ana.client.answerApproval({ id: ask.id, answer: 'once' }))).toBe('role_too_low')
    given(await ana.client.command({ id, type: 'stop' }))
  })
})

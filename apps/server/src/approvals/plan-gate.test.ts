import { on } from '@convene/testkit'
import { expect, test } from 'vitest'
import { scriptedServer } from '../scripted.fixture.ts'
import { given, until } from '../server.fixture.ts'

const step = { id: 's1', owner: 'coder', description: 'Build it.', acceptance: 'It is built.', approve: 'auto' }
const plan = JSON.stringify({ steps: [{ ...step, dependsOn: [], tools: ['edit', 'bash'] }] })
const words = 'may change files and run commands without asking'
const server = scriptedServer(() => [
  on({ heading: 'Plan' }, { text: plan }),
  on({ heading: 'Review plan' }, { text: 'APPROVE' }),
  on({ heading: 'Review' }, { text: 'ACCEPT' }),
  on({}, { text: 'It is done.' }),
])

/** A plan at its gate, as listed among pending items. */
async function waiting() {
  const { id } = given(await server.now().client.createSession({ goal: 'Build it.', team: 'feature-crew' }))
  const pending = await until(async () =>
    given(await server.now().client.approvals()).items.find(({ session, kind }) => session === id && kind === 'gate'),
  )
  return { id, question: pending.question }
}

async function committed(id: string): Promise<unknown> {
  const found = await until(async () =>
    given(await server.now().client.events({ id, type: 'plan.committed' })).items.find(
      ({ type }) => type === 'plan.committed',
    ),
  )
  return (found.data as { steps: readonly { approve?: string }[] }).steps[0]?.approve
}

test('over HTTP a plan’s gate says what each step may do without asking, and `ask` turns that off', async () => {
  const { id, question } = await waiting()
  expect(question?.grants).toEqual([{ step: 's1', owner: 'coder', words }])
  expect(question?.question).toContain(`s1 (coder) ${words}.`)
  given(await server.now().client.command({ id, type: 'approve', ask: true }))
  expect(await committed(id)).toBe('ask')
})

test('a client that does not know the field approves the plan unchanged', async () => {
  const { id } = await waiting()
  given(await server.now().client.command({ id, type: 'approve' }))
  expect(await committed(id)).toBe('auto')
})

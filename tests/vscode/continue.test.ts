import { expect, test } from 'vitest'
import { continueInEditor } from '../../apps/vscode/src/chat/continue-run.ts'
import { agent, asking, complex, editor, hand, last, minimal, report, with_ } from './agents.ts'

test('a stopped run continues in a fork from before the stop, and repeats no call that was answered', async () => {
  const arrived = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const before = async (name: string) => {
    if (name !== 'documentation-writer') return
    arrived.resolve()
    await held.promise
  }
  const { client, start, ended, asked } = await editor(
    { coordinator: [hand('documentation-writer'), 'Written.'], 'documentation-writer': [report('The page is there.')] },
    { before },
  )
  const { id } = await start(complex)
  await arrived.promise
  await client.command({ id, type: 'stop' })
  await ended(id)
  held.resolve()

  const continued = await continueInEditor(client, id)
  if (!continued.ok) throw new Error(continued.refusal.message)
  const fork = continued.value.view.session.id
  expect(fork).not.toBe(id)
  expect(last(await ended(fork))).toMatchObject({ state: 'completed', summary: 'Written.' })
  expect(asked.map(({ agent }) => agent)).toEqual([
    'coordinator',
    'documentation-writer',
    'documentation-writer',
    'coordinator',
  ])
  const original = await client.session({ id })
  expect(original.ok && original.value.session.phase).toBe('cancelled')
})

test('a run stopped while it asked asks again, so that its card can be shown', async () => {
  const { client, start, ended } = await editor({ ada: [[['write', { path: 'made.txt', content: 'x' }]], 'Made.'] })
  const { id } = await start({ agents: [agent('ada', with_('write'))] })
  await asking(client, id)
  await client.command({ id, type: 'stop' })
  await ended(id)
  const continued = await continueInEditor(client, id)
  if (!continued.ok) throw new Error(continued.refusal.message)
  const { view, asked } = continued.value
  expect(asked).toMatchObject([{ type: 'permission.asked', session: view.session.id, data: { tool: 'write' } }])
  await client.answerApproval({ id: view.pending[0]?.id ?? '', answer: 'once' })
  expect(last(await ended(view.session.id))).toMatchObject({ state: 'completed', summary: 'Made.' })
})

test('a run that was not stopped has nothing to continue, and no fork is made', async () => {
  const { client, run } = await editor({ coordinator: ['Done.'] })
  const { events } = await run(minimal)
  const id = events[0]?.session ?? ''
  const refused = await continueInEditor(client, id)
  expect(refused).toMatchObject({ ok: false, refusal: { message: expect.stringMatching(/^Nothing to continue/u) } })
  const sessions = await client.sessions()
  expect(sessions.ok && sessions.value.items).toHaveLength(1)
})

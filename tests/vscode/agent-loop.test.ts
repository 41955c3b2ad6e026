import { expect, test } from 'vitest'
import type { EditorMessage } from '../../apps/vscode/src/models/wire-request.ts'
import { agent, asking, complex, editor, everybody, hand, last, report, with_ } from './agents.ts'

test('Loops are capped: an agent that never reports is ended, and the agent waiting for it continues', async () => {
  const { run, asked } = await editor({
    coordinator: [hand('code-reviewer'), 'Without a review.'],
    'code-reviewer': ['I am still thinking.'],
  })
  const { events } = await run(complex)
  expect(last(events)).toMatchObject({ state: 'completed', summary: 'Without a review.' })
  const tries = asked.filter((request) => request.agent === 'code-reviewer').length
  expect(tries).toBeGreaterThan(1)
  expect(tries).toBeLessThan(50)
})

test('Loops are capped: an agent that calls tools endlessly is ended', async () => {
  const reads = Array.from({ length: 300 }, (_, line) => [['read', { path: 'notes.md', offset: line + 1 }]] as const)
  const { run, asked } = await editor({ coordinator: reads })
  const { events } = await run({ agents: [agent('coordinator', with_('read'))] })
  expect(last(events).state).toBe('failed')
  expect(asked.length).toBeLessThan(50)
})

test('Loops are capped: the same call three times in a row waits for the user', async () => {
  const { start, client, ended, asked } = await editor({
    coordinator: [...Array.from({ length: 3 }, () => [['read', { path: 'notes.md' }]] as const), 'Enough.'],
  })
  const { id } = await start({ agents: [agent('coordinator', with_('read'))] })
  const { ask, id: approval } = await asking(client, id)
  expect(ask?.rule).toContain('loop guard')
  await client.answerApproval({ id: approval, answer: 'deny' })
  expect(last(await ended(id))).toMatchObject({ state: 'completed', summary: 'Enough.' })
  expect(asked).toHaveLength(4)
})

test('Results go back as parts, each under the id of its call', async () => {
  const { run, asked } = await editor({
    coordinator: [[...hand('documentation-writer'), ...hand('test-engineer')], 'Both are done.'],
    'documentation-writer': [report('Page.')],
    'test-engineer': [report('Tests.')],
  })
  await run(complex)
  const said = JSON.parse(asked.at(-1)?.text ?? '[]') as EditorMessage[]
  const parts = said.flatMap((message) => message.parts)
  const calls = parts.flatMap((part) => (part.type === 'call' ? [part.id] : []))
  const results = parts.flatMap((part) => (part.type === 'result' ? [part] : []))
  expect(new Set(calls).size).toBe(2)
  expect(results.map(({ id }) => id)).toEqual(calls)
  expect(results.map(({ text }) => /Page|Tests/u.exec(text)?.[0])).toEqual(['Page', 'Tests'])
})

test("Agents without their own model use the chat's model", async () => {
  const { run, asked } = await editor({ coordinator: [hand('helper'), 'Done.'] })
  const own = { model: 'rehearsal/offline' }
  const { events } = await run({ agents: [agent('coordinator', everybody), agent('helper', own)] })
  expect(last(events).state).toBe('completed')
  expect(asked.map((request) => [request.agent, request.model])).toEqual([
    ['coordinator', 'vscode/scripted'],
    ['coordinator', 'vscode/scripted'],
  ])
  const models = events.flatMap(({ type, data }) => (type === 'usage' ? [(data as { model: string }).model] : []))
  expect(models).toContain('rehearsal/offline')
})

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { on } from '@convene/testkit'
import { expect, test } from 'vitest'
import { scriptedServer } from '../scripted.fixture.ts'
import { given, until } from '../server.fixture.ts'

const step = { id: 's1', owner: 'coder', description: 'Build it.', acceptance: 'It is built.', approve: 'auto' }
const plan = JSON.stringify({ steps: [{ ...step, dependsOn: [], tools: ['write'] }] })
const text = 'one\ntwo\nthree\n'
const server = scriptedServer(() => [
  on({ heading: 'Plan' }, { text: plan }),
  on({ heading: 'Review plan' }, { text: 'APPROVE' }),
  on(
    { heading: 'Task' },
    { calls: [{ name: 'write', input: { path: 'a.txt', content: text } }] },
    { text: 'I counted.' },
  ),
  on({ heading: 'Review' }, { text: 'It counts to three.\n\nACCEPT' }),
  on({}, { text: 'It is done.' }),
])

/** A build in a folder without git: its files are changed at once. */
async function built() {
  const { id } = given(await server.now().client.createSession({ goal: 'Count.', team: 'feature-crew' }))
  await until(async () =>
    given(await server.now().client.approvals()).items.find(({ session, kind }) => session === id && kind === 'gate'),
  )
  given(await server.now().client.command({ id, type: 'approve' }))
  await until(async () => given(await server.now().client.session({ id })).session.phase === 'completed')
  return { id, path: join(server.now().workspace, 'a.txt') }
}

test('a build without git is reviewed over HTTP: who made what, comments, and undo', async () => {
  const { id, path } = await built()
  const review = given(await server.now().client.review({ id }))
  expect(review).toMatchObject({ place: 'workspace', added: 3, removed: 0, isOver: true })
  expect(review.blocked).toMatchObject({ keep: 'The changes are already in your files.', undo: null })
  const [hunk] = review.files[0]?.hunks ?? []
  expect(hunk).toMatchObject({ state: 'kept', by: [{ step: 's1', agent: 'coder', reason: 'I counted.' }] })
  expect(review.steps[0]?.remark?.text).toContain('It counts to three.')

  const line = { path: 'a.txt', side: 'new', line: 2, text: 'Why two?' } as const
  const commented = given(await server.now().client.comment({ id, type: 'comment', ...line }))
  expect(commented.review.comments).toMatchObject([{ id: 'c1', author: 'user', severity: 'medium', hunk: hunk?.id }])
  writeFileSync(path, `zero\n${text}`)
  const moved = given(await server.now().client.review({ id }))
  expect(moved.comments[0]?.anchor).toEqual({ state: 'moved', line: 3 })
  expect((await server.now().client.comment({ id, type: 'comment', ...line, line: 99 })).ok).toBe(false)
  expect((await server.now().client.comment({ id, type: 'resolve', comment: 'c9' })).ok).toBe(false)
  const resolved = given(await server.now().client.comment({ id, type: 'resolve', comment: 'c1' }))
  expect(resolved.review.comments[0]?.state).toBe('resolved')

  writeFileSync(path, text)
  const undone = given(await server.now().client.land({ id, type: 'undo' }))
  expect(undone.review.files[0]?.hunks[0]?.state).toBe('undone')
  expect(() => readFileSync(path)).toThrow()
  expect((await server.now().client.land({ id, type: 'keep' })).ok).toBe(false)
})

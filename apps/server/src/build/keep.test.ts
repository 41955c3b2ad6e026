import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { git, on, put } from '@convene/testkit'
import { expect, test } from 'vitest'
import { scriptedServer } from '../scripted.fixture.ts'
import { given, until } from '../server.fixture.ts'

const before = Array.from({ length: 30 }, (_, index) => `line ${index + 1}\n`).join('')
const mine = before.replace('line 15\n', 'mine\n')
const after = mine.replace('line 3\n', 'drei\n').replace('line 27\n', '27!\n')
const step = { id: 's1', owner: 'coder', description: 'Build it.', acceptance: 'It is built.', approve: 'auto' }
const plan = JSON.stringify({ steps: [{ ...step, dependsOn: [], tools: ['read', 'write'] }] })
const writing = (path: string, content: string) => ({ calls: [{ name: 'write', input: { path, content } }] })
const reading = { calls: [{ name: 'read', input: { path: 'a.txt' } }] }
const server = scriptedServer(() => [
  on({ heading: 'Plan' }, { text: plan }),
  on({ heading: 'Review plan' }, { text: 'APPROVE' }),
  on({ heading: 'Task' }, reading, writing('a.txt', after), writing('new/b.txt', 'b\n'), { text: 'I changed two.' }),
  on({ heading: 'Review' }, { text: 'It does.\n\nACCEPT' }),
  on({}, { text: 'It is done.' }),
])

/** A build in a git repository, with uncommitted work of the user's. */
async function built() {
  const { client, workspace } = server.now()
  put(workspace, { 'a.txt': before })
  git(workspace, 'init', '--quiet', '--initial-branch=main')
  git(workspace, 'add', '--all')
  git(workspace, 'commit', '--quiet', '--message=first')
  put(workspace, { 'a.txt': mine, 'draft.txt': 'draft\n' })
  const { id } = given(await client.createSession({ goal: 'Count.', team: 'feature-crew' }))
  await until(async () =>
    given(await client.approvals()).items.find(({ session, kind }) => session === id && kind === 'gate'),
  )
  given(await client.command({ id, type: 'approve' }))
  await until(async () => given(await client.session({ id })).session.phase === 'completed')
  const text = (path = 'a.txt') => readFileSync(join(workspace, path), 'utf8')
  return { id, client, workspace, text }
}

test('a build in a git repository changes nothing until it is kept, and is merged with the user’s own work', async () => {
  const { id, client, workspace, text } = await built()
  expect([text(), existsSync(join(workspace, 'new'))]).toEqual([mine, false])
  const review = given(await client.review({ id }))
  expect(review).toMatchObject({ place: 'worktree', blocked: { keep: null, undo: null }, base: { branch: 'main' } })
  const ids = review.files.flatMap(({ hunks }) => hunks.map((hunk) => hunk.id))
  expect(ids).toHaveLength(3)

  const one = given(await client.land({ id, type: 'keep', hunks: [ids[0] ?? ''] }))
  expect(one.review.files[0]?.hunks.map(({ state }) => state)).toEqual(['kept', 'open'])
  expect(text()).toBe(mine.replace('line 3\n', 'drei\n'))
  writeFileSync(join(workspace, 'a.txt'), text().replace('line 10\n', 'zehn\n'))
  const all = given(await client.land({ id, type: 'keep' }))
  expect(all.review.blocked.keep).toBe('Everything is kept.')
  expect(text()).toBe(after.replace('line 10\n', 'zehn\n'))
  expect(text('new/b.txt')).toBe('b\n')

  given(await client.land({ id, type: 'undo' }))
  expect(text()).toBe(mine.replace('line 10\n', 'zehn\n'))
  expect(existsSync(join(workspace, 'new'))).toBe(false)
  expect(text('draft.txt')).toBe('draft\n')
})

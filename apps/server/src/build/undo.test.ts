import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { on } from '@convene/testkit'
import { expect, test } from 'vitest'
import { scriptedServer } from '../scripted.fixture.ts'
import { given, until } from '../server.fixture.ts'

const before = Array.from({ length: 30 }, (_, index) => `line ${index + 1}\n`).join('')
const after = before.replace('line 3\n', 'drei\n').replace('line 27\n', `27${'x'.repeat(100_000)}\n`)
const writing = (path: string, content: string) => ({ calls: [{ name: 'write', input: { path, content } }] })
const editing = (path: string, oldString: string, newString: string) => ({
  calls: [{ name: 'edit', input: { path, oldString, newString } }],
})
const reading = { calls: [{ name: 'read', input: { path: 'a.txt' } }] }
const done = { text: 'I changed two lines.' }
/** The tests run in this order. */
const server = scriptedServer(() => [
  on(
    { heading: 'Respond' },
    ...[reading, writing('a.txt', after), done],
    ...[writing('b.txt', before), editing('b.txt', 'line 3\n', 'drei\n'), done],
    ...[reading, writing('a.txt', after), done],
    ...[reading, writing('a.txt', after), done],
    ...[writing('c.txt', before), editing('c.txt', 'line 3\n', 'drei\n'), editing('c.txt', 'drei\n', 'tres\n')],
    ...[editing('c.txt', 'line 27\n', 'same\nline 27\n'), editing('c.txt', 'line 9\n', 'same\nline 9\n'), done],
    ...[reading, writing('a.txt', after), done],
  ),
  on({}, { text: 'It is done.' }),
])

/** What an agent has written into the user's folder, with every approval given. */
async function built() {
  const { client, workspace } = server.now()
  writeFileSync(join(workspace, 'a.txt'), before)
  const { id } = given(await client.createSession({ goal: 'Change it.', mode: 'agent', workspace }))
  await until(async () => {
    const [asked] = given(await client.approvals()).items
    if (asked) await client.answerApproval({ id: asked.id, answer: 'once' })
    return given(await client.session({ id })).session.phase === 'completed'
  })
  const hunks = async () => given(await client.review({ id })).files.flatMap((file) => file.hunks)
  const states = async () => (await hunks()).map(({ state }) => state)
  const text = (name = 'a.txt') => readFileSync(join(workspace, name), 'utf8')
  return { id, client, workspace, hunks, states, text, exists: (name: string) => existsSync(join(workspace, name)) }
}

test('a part that is undone says so, a second click does nothing, and the rest can still be undone together', async () => {
  const { id, client, hunks, states, text } = await built()
  const [first, second] = await hunks()
  const undo = () => client.land({ id, type: 'undo', hunks: [first?.id ?? ''] })
  const clicks = await Promise.all([undo(), undo()])
  expect(clicks.map((click) => given(click).notes)).toEqual([['Undone in a.txt'], []])
  expect(await states()).toEqual(['undone', 'kept'])
  expect(text()).toContain('line 3\n')

  const unknown = await client.land({ id, type: 'undo', hunks: [second?.id ?? '', 'h-of-nobody'] })
  expect(unknown).toMatchObject({ ok: false, refusal: { code: 'unknown_hunk' } })
  expect(await states()).toEqual(['undone', 'kept'])

  const rest = given(await client.land({ id, type: 'undo' }))
  expect(rest.notes).toEqual(['Undone in a.txt'])
  expect(rest.review.blocked.undo).toBe('Everything is undone.')
  expect(text()).toBe(before)
})

test('an edit of a file that the same run has created is undone alone, and then the file', async () => {
  const { id, client, hunks, text, exists } = await built()
  const edit = (await hunks()).find(({ lines }) => lines.includes('+drei'))
  given(await client.land({ id, type: 'undo', hunks: [edit?.id ?? ''] }))
  expect(text('b.txt')).toBe(before)
  given(await client.land({ id, type: 'undo' }))
  expect(exists('b.txt')).toBe(false)
})

test('a comment needs a line that is there, stores only the beginning of a long one, and is sent once', async () => {
  const { id, client } = await built()
  const say = (side: 'old' | 'new', line: number) =>
    client.comment({ id, type: 'comment', path: 'a.txt', side, line, text: 'Why?' })
  expect(await say('old', 9_999)).toMatchObject({ ok: false, refusal: { code: 'unknown_line' } })
  expect(await say('old', 3)).toMatchObject({ ok: true })
  const [, long] = given(await say('new', 27)).review.comments
  expect(long).toMatchObject({ anchor: { state: 'here', line: 27 } })
  expect(long?.around?.quote.length).toBeLessThan(1_000)
  const send = () => client.comment({ id, type: 'send', comments: ['c1', 'c2'] })
  const clicks = await Promise.all([send(), send()])
  expect(clicks.map(({ ok }) => ok).toSorted()).toEqual([false, true])
})

test('a comment that cannot be sent back now is stored and says so, and no other comment goes with it', async () => {
  const { id, client } = await built()
  const line = { path: 'a.txt', side: 'new', line: 3 } as const
  given(await client.comment({ id, type: 'comment', ...line, text: 'Only a note.' }))
  given(await client.command({ id, type: 'reset' }))
  const said = given(await client.comment({ id, type: 'comment', ...line, text: 'Why?', send: true }))
  expect(said.notes).toEqual([expect.stringContaining('The comment is stored, but not sent back')])
  expect(said.review.comments.map(({ state, text }) => [state, text])).toEqual([
    ['open', 'Only a note.'],
    ['open', 'Why?'],
  ])
})

test('two edits of one line are undone together, and two that add the same line each alone', async () => {
  const { id, client, hunks, text } = await built()
  const having = async (...lines: readonly string[]) =>
    (await hunks()).filter((hunk) => lines.some((line) => hunk.lines.includes(line)) && hunk.oldStart > 0)
  const same = await having('+same')
  expect(new Set(same.map((hunk) => hunk.id)).size).toBe(2)
  const later = same.find(({ newStart }) => newStart < 20)?.id ?? ''
  given(await client.land({ id, type: 'undo', hunks: [later] }))
  expect((await having('+same')).map(({ state }) => state)).toEqual(['undone', 'kept'])
  expect(text('c.txt')).toContain('same\nline 27\n')

  const edits = (await having('+drei', '+tres')).map((hunk) => hunk.id)
  const undone = given(await client.land({ id, type: 'undo', hunks: edits }))
  expect(undone.notes).toEqual(['Undone in c.txt', 'Undone in c.txt'])
  expect(text('c.txt')).toBe(before.replace('line 27\n', 'same\nline 27\n'))
})

test('what a killed process had undone without recording it counts as undone at the second try', async () => {
  const { id, client, workspace, states, text } = await built()
  writeFileSync(join(workspace, 'a.txt'), before)
  given(await client.land({ id, type: 'undo' }))
  expect(new Set(await states())).toEqual(new Set(['undone']))
  expect(text()).toBe(before)
})

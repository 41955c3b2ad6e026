import { afterAll, beforeAll, expect, test } from 'vitest'
import { given, type Served, served, until } from '../server.fixture.ts'

let server: Served

beforeAll(async () => {
  const settings = { decisions: { userVotes: true, window: 600 } }
  server = await served({ files: { 'config.json': JSON.stringify(settings) } })
})

afterAll(() => server.remove())

test('a decision that the user can vote in is listed as waiting everywhere, until the vote is cast', async () => {
  const { client } = server
  const goal = 'Where should orders be kept?'
  const { id } = given(await client.createSession({ goal, agents: ['architect', 'security'] }))
  given(await client.command({ id, type: 'propose', topic: 'Which store?', options: ['SQLite', 'Postgres'] }))
  const waiting = await until(async () => given(await client.approvals()).items.find(({ kind }) => kind === 'vote'))
  expect(waiting).toMatchObject({
    session: id,
    agent: null,
    vote: { decision: 'd1', topic: 'Which store?', options: ['SQLite', 'Postgres'] },
  })
  expect(given(await client.session({ id })).pending).toEqual([waiting])
  expect(given(await client.sessions({ state: 'needs-you' })).items).toMatchObject([{ id, asks: 1 }])
  given(await client.command({ id, type: 'vote', decision: 'd1', option: 'SQLite' }))
  expect(given(await client.approvals()).items).toEqual([])
  expect(given(await client.session({ id })).pending).toEqual([])
  expect(given(await client.sessions({ state: 'needs-you' })).items).toEqual([])
  const again = { id, type: 'vote', decision: 'd1', option: 'SQLite' } as const
  expect(await client.command(again)).toMatchObject({ refusal: { status: 409 } })
  expect(await client.command({ ...again, decision: 'd9' })).toMatchObject({ refusal: { status: 404 } })
})

test('a gate is listed too', async () => {
  const { client } = server
  const { id } = given(
    await client.createSession({ goal: 'Should we leave SQLite?', mode: 'panel', answers: ['', ''] }),
  )
  const found = await until(async () => {
    const items = given(await client.approvals()).items.filter(({ session }) => session === id)
    const question = items.find(({ kind }) => kind === 'question')?.question
    if (question) given(await client.command({ id, type: 'answer', text: 'As you like.', question: question.id }))
    return items.find(({ kind }) => kind === 'gate')
  })
  expect(found.question?.gate).toBe('topic')
  expect(given(await client.sessions({ state: 'needs-you' })).items.map((row) => row.id)).toEqual([id])
  given(await client.command({ id, type: 'stop' }))
})

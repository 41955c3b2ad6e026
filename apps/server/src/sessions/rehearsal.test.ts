import { afterAll, beforeAll, expect, test } from 'vitest'
import { given, type Served, served, until } from '../server.fixture.ts'

let server: Served

beforeAll(async () => {
  server = await served()
})

afterAll(() => server.remove())

test('starting a run without a model says that it rehearses, and how to connect one', async () => {
  const { client } = server
  const created = given(await client.createSession({ goal: 'Why?', agents: ['ux'] }))
  expect(created).toMatchObject({ rehearsal: true, warnings: [expect.stringContaining('No model is connected')] })
  expect(given(await client.preview({ goal: 'Why?' }))).toMatchObject({ rehearsal: true })
  const { id } = created
  await until(async () => given(await client.session({ id })).session.phase === 'completed')
  expect(given(await client.session({ id }))).toMatchObject({ rehearsal: true })
  expect(given(await client.command({ id, type: 'run', goal: 'Again?' }))).toMatchObject({ rehearsal: true })
})

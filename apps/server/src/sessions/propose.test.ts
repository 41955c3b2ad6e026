import { afterAll, beforeAll, expect, test } from 'vitest'
import { given, type Served, served } from '../server.fixture.ts'

let server: Served

beforeAll(async () => {
  server = await served()
})

afterAll(() => server.remove())

test('a proposal over HTTP is recorded with its evidence, and one with other words is refused', async () => {
  const { client } = server
  const { id } = given(await client.createSession({ goal: 'Where should orders be kept?', agents: ['architect'] }))
  const proposal = { id, type: 'propose' as const, topic: 'Which store?', options: ['SQLite', 'Postgres'] }
  const evidence = 'Marketing expects 1,000 orders a minute.'
  given(await client.command({ ...proposal, evidence }))
  const { items } = given(await client.events({ id, limit: 1_000 }))
  const proposed = items.find(({ type }) => type === 'decision.proposed')
  expect(proposed?.data).toMatchObject({ topic: 'Which store?', evidence })
  expect(await client.command({ ...proposal, proof: evidence } as never)).toMatchObject({ refusal: { status: 400 } })
})

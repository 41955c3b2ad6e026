import { afterAll, beforeAll, expect, test } from 'vitest'
import { given, type Served, served, until } from '../server.fixture.ts'

let server: Served

beforeAll(async () => {
  server = await served()
})

afterAll(() => server.remove())

test('one agent can be paused while the others continue, is shown as paused, and continues when resumed', async () => {
  const { client } = server
  const goal = 'What should a newcomer read first?'
  const { id } = given(await client.createSession({ goal, agents: ['architect', 'security'], mode: 'sequential' }))
  given(await client.command({ id, type: 'pause', agent: 'security' }))
  const waiting = await until(async () => {
    const { live } = given(await client.status())
    return live.find(({ session, agents }) => session === id && agents[0]?.agent === 'security')
  })
  expect(waiting).toMatchObject({ phase: 'running', agents: [{ agent: 'security', status: 'paused' }] })
  expect(given(await client.session({ id })).state.run?.pausedAgents).toEqual(['security'])
  expect(await client.command({ id, type: 'pause', agent: 'nobody' })).toMatchObject({
    refusal: { status: 404, code: 'unknown_agent' },
  })
  expect(await client.command({ id, type: 'pause', agent: 'security' })).toMatchObject({
    refusal: { status: 409, code: 'illegal_command' },
  })
  given(await client.command({ id, type: 'resume', agent: 'security' }))
  await until(async () => given(await client.session({ id })).session.phase === 'completed')
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { given, type Served, served, until } from '../server.fixture.ts'

let server: Served

beforeAll(async () => {
  server = await served({ environment: { ACME_API_KEY: 'plain-words-as-key' } })
})

afterAll(() => server.remove())

test('an export contains no secrets if requested, in every format, and all of them otherwise', async () => {
  const { client } = server
  const goal = 'Log in with DB_PASSWORD=hunter2xyz and plain-words-as-key. Which port?'
  const { id } = given(await client.createSession({ goal, agents: ['ux'] }))
  await until(async () => given(await client.session({ id })).session.phase === 'completed')
  for (const format of ['md', 'json', 'html'] as const) {
    const text = given(await client.exportSession({ id, format, redact: '1' }))
    expect(text).toContain('Which port?')
    expect(text).not.toMatch(/hunter2xyz|plain-words-as-key/u)
    expect(given(await client.exportSession({ id, format }))).toContain('hunter2xyz')
  }
})

import { expect, test } from 'vitest'
import { rawClient } from './raw-client.ts'

const panel = { goal: 'Should we use tabs?', mode: 'panel', wait: 200 }

test('a panel over MCP waits at no gate if the settings say that nobody is there, and the caller learns what was assumed', async () => {
  const files = { 'config.json': JSON.stringify({ server: { approveGates: true } }) }
  const { call } = await rawClient({ files })
  const { value } = await call('run_team', { arguments: panel })
  expect(value).toMatchObject({ state: 'completed', waiting: [] })
  expect(value.assumed).toContainEqual(expect.stringMatching(/^Approved without the user: .*tabs/u))
})

test('without that setting the panel waits for the user, and nothing is assumed', async () => {
  const { call } = await rawClient()
  const { value } = await call('run_team', { arguments: panel })
  expect(value).toMatchObject({ state: 'waiting', assumed: [] })
})

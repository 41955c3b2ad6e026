import { afterEach, beforeEach, expect, test } from 'vitest'
import { given, type Served, served } from '../server.fixture.ts'

let server: Served

beforeEach(async () => {
  server = await served()
})
afterEach(() => server.remove())

const draft = (...models: readonly string[]) => ({
  name: 'Judges',
  slug: 'judges',
  mode: 'panel',
  members: models.map((model, place) => ({ agent: ['architect', 'security', 'performance'][place] ?? '', model })),
})
const problemsOf = async (...models: readonly string[]) =>
  given(await server.client.checkTeam({ team: draft(...models) })).problems.map(({ message }) => message)

test('a draft whose seats all come from one vendor says so, even if different providers serve them', async () => {
  const warning = 'All seats use models from one vendor, openai, and may share its errors.'
  expect(await problemsOf('openai/gpt-5', 'azure/gpt-4o')).toContain(warning)
  expect(await problemsOf('openai/gpt-5', 'anthropic/claude-sonnet-4')).not.toContain(warning)
})

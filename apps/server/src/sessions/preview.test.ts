import { expect, test } from 'vitest'
import { given, served } from '../server.fixture.ts'

test('a session gets the team and the estimate that its preview has shown', async () => {
  const pool = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `local/${name}`)
  const local = { type: 'openai-compatible', baseURL: 'http://127.0.0.1:9/v1' }
  const files = { 'config.json': JSON.stringify({ pool, providers: { local } }) }
  const other = await served({ files })
  const models = async (seed: number) => {
    const wish = { goal: 'Why?', agents: ['architect', 'security', 'qa', 'ux'], seed }
    const preview = given(await other.client.preview(wish))
    const { id } = given(await other.client.createSession(wish))
    const shown = given(await other.client.session({ id }))
    expect(shown.seats).toEqual(preview.seats)
    expect(shown.progress?.estimate).toEqual(preview.estimate)
    return shown.seats.map(({ model }) => model).join(' ')
  }
  const drawn = [await models(1), await models(2), await models(3)]
  await other.remove()
  expect(new Set(drawn).size).toBeGreaterThan(1)
})

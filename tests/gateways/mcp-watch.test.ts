import { hangs, says, scriptedModel } from '@convene/testkit'
import { expect, test } from 'vitest'
import { rawClient } from './raw-client.ts'

const config = JSON.stringify({
  model: 'local/x',
  providers: { local: { type: 'openai-compatible', baseURL: 'http://127.0.0.1:9/v1' } },
})
const asking = async (...lines: readonly ReturnType<typeof says>[]) => {
  const client = await rawClient({ model: scriptedModel(...lines), files: { 'config.json': config } })
  const start = (goal: string, wait = 100) => client.call('run_team', { arguments: { goal, mode: 'agent', wait } })
  return { ...client, start }
}

test('a follow-up returns only its own answer, not everything before it', async () => {
  const { call, start } = await asking(says('Spaces.'), says('Because.'))
  const { session, answer } = (await start('Tabs or spaces?')).value
  expect(answer).toBe('Spaces.')
  const asked = await call('ask_team', { arguments: { session, question: 'Why?', wait: 100 } })
  expect(asked.value).toMatchObject({ session, state: 'completed', answer: 'Because.' })
  expect((await call('wait_for_team', { arguments: { session } })).value).toMatchObject({ answer: 'Because.' })
})

test('a team continues after the caller stops waiting, and can be waited for again or stopped', async () => {
  const { call, start } = await asking(hangs('Let me'))
  const first = await start('Tabs or spaces?', 0)
  expect(first.value).toMatchObject({ state: 'running', answer: '', next: expect.stringContaining('wait_for_team') })
  const { session } = first.value
  const both = [1, 2].map(() => call('wait_for_team', { arguments: { session, wait: 0.1 } }))
  for (const { value } of await Promise.all(both)) expect(value).toMatchObject({ session, state: 'running' })
  expect((await call('stop_team', { arguments: { session } })).value).toMatchObject({ state: 'cancelled' })
  expect((await call('ask_team', { arguments: { session, question: 'Why?', to: 'nobody' } })).refused).toContain(
    'nobody',
  )
})

test('at most 4 teams work for callers at once, so that a loop of calls ends', async () => {
  const { call, start } = await asking(...Array.from({ length: 6 }, () => hangs()))
  const four = [await start('1', 0), await start('2', 0), await start('3', 0), await start('4', 0)]
  expect(four.map(({ value }) => value.state)).toEqual(four.map(() => 'running'))
  expect((await start('5', 0)).refused).toContain('4 teams that you started or asked are still at work')
  await call('stop_team', { arguments: { session: four[0]?.value.session } })
  expect((await start('6', 0)).value.state).toBe('running')
})

test('an unknown team, agent or session is refused with a message the caller can act on', async () => {
  const { call } = await asking(says('x'))
  const refusal = async (more: object) => (await call('run_team', { arguments: { goal: 'x', ...more } })).refused
  expect(await refusal({ team: 'nope' })).toContain('Unknown team "nope"')
  expect(await refusal({ agents: ['nope'] })).toContain('Unknown agent "nope"')
  expect((await call('wait_for_team', { arguments: { session: '01ABCDEF' } })).refused).toContain('list_sessions')
})

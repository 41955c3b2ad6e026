import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { trial, user } from './acp.fixture.ts'

afterEach(() => vi.useRealTimers())

test.each([
  ['set_mode answer', {}],
  ['authenticate answer', { authenticate: 'key' }],
])('an agent that never returns its %s times out', async (lacks, more) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const tried = trial({ SCRIPTED_AGENT_LACKS: lacks }, 'default', more)
  let end: unknown
  void tried.ask([user('Hi.')]).then((parts) => {
    end = parts.at(-1)
  })
  while (!tried.agent.log().some((entry) => 'mode' in entry || 'authenticate' in entry)) await pause(20)
  vi.advanceTimersByTime(121_000)
  vi.useRealTimers()
  while (end === undefined) await pause(20)
  expect(end).toMatchObject({ type: 'failed', message: expect.stringContaining('did not answer within 120 s') })
})

test('an agent that is still starting does not keep the program from closing', async () => {
  const tried = trial({ SCRIPTED_AGENT_LACKS: 'initialize answer' })
  const asked = tried.ask([user('Hi.')])
  while (!tried.agent.log().some((entry) => 'initialize' in entry)) await pause(20)
  await tried.models.close()
  expect((await asked).at(-1)).toMatchObject({ type: 'failed' })
})

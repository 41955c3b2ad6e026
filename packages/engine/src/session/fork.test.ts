import { type Run, SessionId, timesOf } from '@convene/domain'
import { answerParts, runOf, SimulatedSession } from '@convene/testkit'
import { expect, test } from 'vitest'

const HOUR_MS = 3_600_000
const fork = SessionId.parse('01KE0000000000000000000002')

test('a fork of a run that was left hours ago has worked no longer than the run had, and can finish', async () => {
  const stage = new SimulatedSession({ model: ({ agent }) => [1_000, ...answerParts(`${agent} says yes.`)] })
  await stage.create(runOf({ mode: 'sequential', members: ['ada', 'bert'], limits: { maxDuration: 60 } }))
  await stage.untilRest()
  await stage.play(5 * HOUR_MS)
  await stage.engine.fork(stage.session, 12, fork)
  const { workedMs, waitedMs } = timesOf((await stage.engine.state(fork))?.run as Run, stage.world.clock.now())
  expect(workedMs).toBeLessThan(60_000)
  expect(waitedMs).toBeGreaterThan(4 * HOUR_MS)
  await stage.engine.resume(fork, { type: 'resume' })
  await stage.play(60_000)
  expect((await stage.engine.state(fork))?.run).toMatchObject({ phase: 'completed', limit: null })
})

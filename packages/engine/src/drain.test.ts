import { type Event, SessionId } from '@convene/domain'
import { answerParts, callParts, type Play, runOf, SimulatedSession } from '@convene/testkit'
import { expect, test } from 'vitest'
import { LogConflict } from './ports/event-log.ts'

const says: Play = ({ agent }) => [1_000, ...answerParts(`${agent} says yes.`)]
const inTurn = runOf({ mode: 'sequential', members: ['ada', 'bert'] })
const count = (stage: SimulatedSession, type: Event['type']) =>
  stage.events.filter((event) => event.type === type).length

async function begun(model: Play = says, run = inTurn): Promise<SimulatedSession> {
  const stage = new SimulatedSession({ model })
  await stage.create(run)
  return stage
}

/** Another process continues the session to its end. */
async function continued(stage: SimulatedSession): Promise<void> {
  await stage.another().engine.resume(stage.session)
  await stage.untilRest()
  expect(stage.world.violations).toEqual([])
}

test('a drained engine records its call in progress and starts no other, and another process repeats nothing', async () => {
  const stage = await begun()
  const drained = stage.engine.drain(60_000)
  await stage.play(1_500)
  await drained
  expect([stage.requests.length, count(stage, 'model.replied')]).toEqual([1, 1])
  await continued(stage)
  expect([stage.requests.length, count(stage, 'model.replied'), count(stage, 'effect.lost')]).toEqual([2, 2, 0])
})

test('each session is released as soon as it is idle, while others still finish', async () => {
  const slow = SessionId.parse('01KE0000000000000000000002')
  const stage = await begun(({ session }) => [session === slow ? 9_000 : 1_000, ...answerParts('Yes.')])
  await stage.engine.resume(slow, { type: 'create', goal: 'Why?', workspace: '/home/ada/ship', run: inTurn })
  const first = stage.process
  const drained = first.engine.drain(60_000)
  await stage.play(2_000)
  expect([first.engine.here(), [...stage.world.owners.keys()]]).toEqual([[slow], [slow]])
  await continued(stage)
  await stage.play(9_000)
  await drained
  expect([stage.requests.length, count(stage, 'effect.lost'), stage.world.owners.size]).toEqual([3, 0, 0])
})

test('calls still running after the grace period are cut off, and the next process finds them lost', async () => {
  const stage = await begun((_, call) => (call === 1 ? ['hangs'] : answerParts('Yes.')))
  let isOver = false
  void stage.engine.drain(5_000).then(() => {
    isOver = true
  })
  await stage.play(4_900)
  expect(isOver).toBe(false)
  await stage.play(200)
  expect([isOver, stage.engine.live, stage.process.timers]).toEqual([true, 0, []])
  await continued(stage)
  expect([stage.requests.length, count(stage, 'effect.lost')]).toEqual([3, 1])
})

test('a tool call in progress ends and is recorded, and the next process does not run it again', async () => {
  const ran: string[] = []
  const stage = new SimulatedSession({
    model: (_, call) => (call === 1 ? callParts(['write', 'a']) : answerParts('Done.')),
    tools: {
      inspect: async ({ tool }) => [{ permission: tool, target: 'a' }],
      run: async ({ tool }) => {
        ran.push(tool)
        await stage.process.wait(3_000)
        return { ok: true, output: 'written' }
      },
    },
  })
  await stage.create(runOf({ settings: { permissions: [{ layer: 'user', rules: { write: 'allow' } }] } }))
  await stage.play(500)
  const drained = stage.engine.drain(60_000)
  await stage.play(4_000)
  await drained
  expect([ran, count(stage, 'tool.finished'), stage.requests.length]).toEqual([['write'], 1, 1])
  await continued(stage)
  expect([ran, stage.requests.length]).toEqual([['write'], 2])
})

test('a command during the drain is stored, and carried out by the next process', async () => {
  const stage = await begun()
  const drained = stage.engine.drain(60_000)
  expect(await stage.engine.send(stage.session, { type: 'message', text: 'Also Monday?' })).toBeUndefined()
  await stage.play(1_500)
  await drained
  expect(count(stage, 'message')).toBeGreaterThan(1)
  await continued(stage)
  expect(stage.requests).toHaveLength(2)
})

test('a draining engine opens and wakes nothing, and rejects callers that await an end', async () => {
  const stage = await begun()
  const rested = stage.engine.rested(stage.session)
  const drained = stage.engine.drain(60_000)
  await Promise.all([expect(rested).rejects.toBeInstanceOf(LogConflict), stage.play(1_500), drained])
  await expect(stage.engine.resume(stage.session)).rejects.toBeInstanceOf(LogConflict)
  await stage.play(60_000)
  expect([stage.requests.length, stage.process.timers]).toEqual([1, []])
})

test('an idle engine is drained immediately', async () => {
  const stage = await begun(says, runOf({}))
  await stage.untilRest()
  await stage.engine.drain(60_000)
  expect(stage.process.timers).toEqual([])
})

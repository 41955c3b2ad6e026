import { type Event, fact } from '@convene/domain'
import { answerParts, type Play, runOf, SimulatedSession } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { rowOf } from './list-row.ts'

const HOUR = 3_600_000
const says: Play = ({ agent }) => [1_000, ...answerParts(`${agent} says yes.`)]
const types = (stage: SimulatedSession) => stage.events.map(({ type }) => type)
const has = (stage: SimulatedSession, type: Event['type']) => types(stage).includes(type)

async function begun(model: Play = says, run: Parameters<typeof runOf>[0] = {}): Promise<SimulatedSession> {
  const stage = new SimulatedSession({ model })
  await stage.create(runOf(run))
  return stage
}

describe('an append by another process', () => {
  test('is read before the next reaction, and neither side loses anything', async () => {
    const stage = await begun()
    const { world, session, process } = stage
    const state = world.fold(session)
    const note = fact('session.updated', { title: 'Renamed' })
    const event = world.domain.stamp(state, note, world.clock.now(), state.seq + 1)
    await process.log.append(session, state.seq, [event], rowOf(state, { record: [], want: [] }))
    await stage.untilRest()
    expect(has(stage, 'session.updated')).toBe(true)
    expect((await stage.engine.state(session))?.title).toBe('Renamed')
    expect((await stage.engine.state(session))?.run?.phase).toBe('completed')
    expect(stage.requests).toHaveLength(1)
    expect(world.violations).toEqual([])
  })

  test('that took over the session ends it here, along with its calls', async () => {
    const stage = await begun()
    const first = stage.process
    stage.world.owners.delete(stage.session)
    await stage.another().engine.resume(stage.session)
    await stage.untilRest()
    await stage.play(1_000)
    expect(first.engine.live).toBe(0)
    expect(types(stage).filter((type) => type === 'effect.lost')).toHaveLength(1)
    expect(types(stage).filter((type) => type === 'run.finished')).toHaveLength(1)
    expect(stage.world.violations).toEqual([])
  })
})

describe('a session loaded while its owner appends', () => {
  /** Another process takes over. The owner's actions happen after the log was read and before it is acted on. */
  async function takenOver(
    stage: SimulatedSession,
    ownerActs: (owner: SimulatedSession['process']) => Promise<unknown>,
  ): Promise<void> {
    const owner = stage.process
    stage.world.owners.delete(stage.session)
    const { log, engine } = stage.another()
    const read = log.read.bind(log)
    let isFirst = true
    Object.assign(log, {
      read: async (...place: Parameters<typeof read>) => {
        const events = await read(...place)
        if (isFirst) {
          isFirst = false
          await ownerActs(owner)
        }
        return events
      },
    })
    await engine.resume(stage.session)
    await stage.untilRest()
    await stage.play(5_000)
  }

  const ends: readonly Event['type'][] = ['model.replied', 'model.failed', 'effect.lost', 'effect.aborted']

  function expectOneEndEach(stage: SimulatedSession): void {
    const started = stage.events.flatMap((event) => (event.type === 'effect.started' ? [event.data.effect] : []))
    const ended = stage.events
      .filter(({ type }) => ends.includes(type))
      .map(({ data }) => (data as { effect: string }).effect)
    expect(ended.sort()).toEqual([...started].sort())
    expect(stage.world.violations).toEqual([])
  }

  test('does not declare a call lost that has already ended', async () => {
    const stage = await begun()
    await takenOver(stage, () => stage.play(2_000))
    expectOneEndEach(stage)
    expect(has(stage, 'effect.lost')).toBe(false)
    expect(stage.requests).toHaveLength(1)
    expect(types(stage).filter((type) => type === 'run.finished')).toHaveLength(1)
  })

  test('declares a call lost that was started after loading, once, and ends each call exactly once', async () => {
    const stage = await begun(says, { mode: 'sequential', members: ['ada', 'bert', 'cleo'] })
    await takenOver(stage, () => stage.play(1_500))
    expectOneEndEach(stage)
    expect(types(stage).filter((type) => type === 'effect.lost')).toHaveLength(1)
    expect(types(stage).filter((type) => type === 'run.finished')).toHaveLength(1)
  })

  test('handles a stop that arrived after loading, and calls no model', async () => {
    const stage = await begun()
    await takenOver(stage, (owner) => owner.engine.send(stage.session, { type: 'stop' }))
    expectOneEndEach(stage)
    expect(stage.requests).toHaveLength(1)
    expect(types(stage).filter((type) => type === 'run.finished')).toHaveLength(1)
  })
})

describe('a pause', () => {
  test('lets running calls finish and starts nothing', async () => {
    const stage = await begun(says, { mode: 'sequential', members: ['ada', 'bert'] })
    await stage.tell({ type: 'pause' })
    await stage.untilRest()
    expect(has(stage, 'model.replied')).toBe(true)
    expect(stage.requests).toHaveLength(1)
    expect(stage.engine.live).toBe(0)
    expect(has(stage, 'effect.aborted')).toBe(false)
  })

  test('survives a crash', async () => {
    const stage = await begun()
    await stage.tell({ type: 'pause' })
    await stage.restart()
    await stage.untilRest()
    expect((await stage.engine.state(stage.session))?.run?.phase).toBe('paused')
    expect(stage.requests).toHaveLength(1)
  })
})

describe('a stop', () => {
  test('aborts running calls, keeps their text, and records their end before the session leaves', async () => {
    const stage = await begun(() => [{ type: 'text', text: 'Well' }, 60_000, ...answerParts('.')])
    await stage.play(100)
    await stage.tell({ type: 'stop' })
    await stage.untilRest()
    const end = stage.events.find(({ type }) => type === 'effect.aborted')
    expect(end?.data).toMatchObject({ partial: 'Well' })
    expect((await stage.engine.state(stage.session))?.started).toEqual({})
    expect(stage.world.violations).toEqual([])
  })

  test.each(['its owner', 'another process'])('from %s does not wait for the next storage retry', async (who) => {
    const model: Play = ({ agent }) => (agent === 'ada' ? answerParts('Yes.') : ['hangs'])
    const stage = await begun(model, { mode: 'broadcast', members: ['ada', 'bert'] })
    stage.world.storageDownUntil = 9_000
    await stage.play(9_500)
    const { engine } = who === 'its owner' ? stage.process : stage.another()
    void engine.send(stage.session, { type: 'stop' })
    await stage.play(1_000)
    expect(has(stage, 'effect.aborted')).toBe(true)
    expect(types(stage).filter((type) => type === 'model.replied')).toHaveLength(1)
    expect(stage.world.violations).toEqual([])
  })
})

describe('the clock', () => {
  test('does not prolong a wait if it is set back', async () => {
    const model: Play = (_request, call) =>
      call === 1
        ? [{ type: 'failed', code: 'overloaded', message: 'busy', retryable: true, retryAfterMs: 10_000 }]
        : answerParts('Yes.')
    const stage = await begun(model)
    await stage.play(1_000)
    stage.world.clock.jump(-24 * HOUR)
    await stage.play(60_000)
    expect(stage.requests).toHaveLength(2)
    expect(has(stage, 'clock.jumped')).toBe(true)
  })

  test('does not reduce a run’s working time if the machine slept', async () => {
    const stage = await begun(says, { limits: { maxDuration: 1 } })
    stage.world.clock.sleep(8 * HOUR)
    await stage.untilRest()
    expect(stage.events.at(-1)).toMatchObject({ data: { state: 'completed', reason: 'done' } })
  })

  test('does not count idle time after a crash', async () => {
    const stage = await begun(says, { limits: { maxDuration: 1 } })
    stage.process.kill()
    await stage.play(2 * HOUR)
    await stage.restart()
    await stage.untilRest()
    expect(stage.events.at(-1)).toMatchObject({ data: { state: 'completed', reason: 'done' } })
  })

  test('ends a run at its time limit', async () => {
    const stage = await begun(() => ['hangs'], { limits: { maxDuration: 1, modelTimeout: 600 }, mode: 'broadcast' })
    await stage.untilRest()
    expect(stage.events.at(-1)).toMatchObject({ data: { reason: 'limit:time' } })
  })
})

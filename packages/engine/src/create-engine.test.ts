import { type Event, fact, SessionId } from '@convene/domain'
import { answerParts, callParts, failureParts, type Play, runOf, SimulatedSession } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { LogConflict, StorageFailure } from './ports/event-log.ts'

const says: Play = ({ agent }) => [1_000, ...answerParts(`${agent} says yes.`)]
const types = (events: readonly Event[]) => events.map(({ type }) => type)
const count = (stage: SimulatedSession, type: string) => stage.events.filter((event) => event.type === type).length
const phase = async (stage: SimulatedSession) => (await stage.engine.state(stage.session))?.run?.phase

async function begun(model: Play = says, run: Parameters<typeof runOf>[0] = {}): Promise<SimulatedSession> {
  const stage = new SimulatedSession({ model })
  await stage.create(runOf(run))
  return stage
}

/** Runs the stage to its end and checks that no invariant was violated on the way. */
async function over(stage: SimulatedSession): Promise<SimulatedSession> {
  await stage.untilRest()
  expect(stage.world.violations).toEqual([])
  return stage
}

describe('a run', () => {
  test('records its creation, goal and intent in one append, and its end in another', async () => {
    const stage = await over(await begun())
    const batches = Map.groupBy(stage.events, ({ batch }) => batch)
    expect([...batches.values()].map((events) => [events[0]?.type, events.at(-1)?.type])).toEqual([
      ['session.created', 'effect.started'],
      ['model.replied', 'run.finished'],
    ])
    expect(types(stage.events).slice(0, 3)).toEqual(['session.created', 'message', 'run.started'])
  })

  test('leaves memory when at rest, with no timers left', async () => {
    const stage = await begun()
    expect(stage.engine.here()).toEqual([stage.session])
    await over(stage)
    expect([stage.engine.live, stage.engine.here()]).toEqual([0, []])
    expect(stage.process.timers).toEqual([])
  })

  test('waits as long as the provider asks before it calls again', async () => {
    const model: Play = (_request, call) =>
      call === 1 ? failureParts('rate_limited', { retryAfterMs: 90_000 }) : answerParts('Yes.')
    const stage = await begun(model)
    await stage.play(89_000)
    expect(stage.requests).toHaveLength(1)
    await stage.play(2_000)
    expect(stage.requests).toHaveLength(2)
    await over(stage)
  })

  test('is tried four times across all layers, with increasing waits', async () => {
    const stage = await over(await begun(() => failureParts('server_error')))
    const waits = stage.events.flatMap((event) => (event.type === 'model.failed' ? [event.data.waitMs ?? 0] : []))
    expect(stage.requests).toHaveLength(4)
    expect(waits.slice(0, 3)).toEqual([...waits.slice(0, 3)].sort((a, b) => a - b))
    expect(await phase(stage)).toBe('failed')
  })

  test('makes no calls while a circuit is open, and says so', async () => {
    const members = ['ada', 'bert', 'cleo', 'dora', 'emil', 'fred']
    const model: Play = () => failureParts('overloaded')
    const stage = await over(await begun(model, { mode: 'broadcast', members }))
    const codes = stage.events.flatMap((event) => (event.type === 'model.failed' ? [event.data.code] : []))
    expect(codes).toContain('circuit_open')
    expect(stage.requests.length).toBeLessThan(codes.length)
  })
})

describe('a command', () => {
  test('is stored when its promise resolves', async () => {
    const stage = await begun()
    await stage.engine.send(stage.session, { type: 'message', text: 'Also Monday?' })
    expect(stage.events.at(-1)).toMatchObject({ type: 'message', data: { text: 'Also Monday?' } })
    await over(stage)
  })

  test('to a missing session is refused and leaves nothing behind', async () => {
    const stage = new SimulatedSession({ model: says })
    const refusal = { code: 'session_not_found' }
    expect(await stage.engine.resume(stage.session)).toMatchObject({ refusal })
    expect(await stage.engine.send(stage.session, { type: 'stop' })).toMatchObject(refusal)
    await stage.play(10)
    expect([stage.engine.live, stage.events.length]).toEqual([0, 0])
  })

  test('that arrives while the session is being created is handled after it', async () => {
    const stage = new SimulatedSession({ model: says })
    const created = stage.create(runOf())
    expect(await stage.engine.resume(stage.session, { type: 'pause' })).toEqual({ where: 'here' })
    await created
    expect(await phase(stage)).toBe('paused')
    await over(stage)
  })

  test('reaches a session that another process runs', async () => {
    const stage = await begun()
    const owner = stage.process
    expect(await stage.another().engine.resume(stage.session, { type: 'stop' })).toEqual({ where: 'elsewhere' })
    await stage.play(500)
    expect(owner.engine.live).toBe(0)
    expect(count(stage, 'effect.aborted')).toBe(1)
    expect(stage.world.violations).toEqual([])
  })

  test('sent twice at once opens the session once', async () => {
    const stage = await begun()
    await stage.tell({ type: 'pause' })
    await over(stage)
    await Promise.all([stage.tell({ type: 'resume' }), stage.engine.resume(stage.session)])
    await over(stage)
    expect(count(stage, 'effect.lost')).toBe(0)
  })
})

describe('rested', () => {
  test('resolves when only the user can move the session forward', async () => {
    const stage = await begun()
    const rested = stage.engine.rested(stage.session)
    await over(stage)
    expect((await rested).run?.phase).toBe('completed')
  })

  test('resolves for a session that another process runs', async () => {
    const stage = await begun()
    const rested = stage.another().engine.rested(stage.session)
    await stage.play(3_000)
    expect((await rested).run?.phase).toBe('completed')
  })

  test('has the last state if the other process finishes between two checks', async () => {
    const stage = new SimulatedSession({
      model: says,
      ownership: (real) => ({
        ...real,
        owned: async (session) => {
          await stage.play(3_000)
          return real.owned(session)
        },
      }),
    })
    await stage.create(runOf())
    expect((await stage.another().engine.rested(stage.session)).run?.phase).toBe('completed')
  })
})

describe('a session that asks', () => {
  const asks: Play = (_request, call) => (call === 1 ? callParts(['write', 'plan.md']) : answerParts('Done.'))

  test('leaves memory and wakes up when its approval expires', async () => {
    const stage = await over(await begun(asks))
    expect(stage.engine.live).toBe(0)
    await stage.play(24 * 3_600_000)
    expect(await phase(stage)).toBe('completed')
  })

  test('wakes up later if storage is down at that moment', async () => {
    const stage = await over(await begun(asks))
    await stage.play(23 * 3_600_000)
    stage.world.storageDownUntil = stage.world.clock.ticks() + 2 * 3_600_000
    await stage.play(3 * 3_600_000)
    expect(await phase(stage)).toBe('completed')
  })
})

describe('when nothing can be stored', () => {
  test('paid results are kept and stored later', async () => {
    const stage = await begun()
    const troubles: string[] = []
    const trouble = (failure: StorageFailure) => void troubles.push(failure.code)
    stage.engine.follow(stage.session, 0, { batch: () => {}, trouble })
    stage.world.storageDownUntil = stage.world.clock.ticks() + 20_000
    await over(stage)
    expect(stage.requests).toHaveLength(1)
    expect(await phase(stage)).toBe('completed')
    expect(troubles).toContain('disk_full')
  })

  test('it gives up after a minute with the reason, and continues once storage works', async () => {
    const stage = await begun()
    const rested = stage.engine.rested(stage.session).catch((error: unknown) => error)
    stage.world.storageDownUntil = stage.world.clock.ticks() + 120_000
    await stage.play(119_000)
    expect(await rested).toBeInstanceOf(StorageFailure)
    expect(stage.engine.live).toBe(0)
    await stage.play(2_000)
    await stage.engine.resume(stage.session)
    await over(stage)
    expect(await phase(stage)).toBe('completed')
    expect(count(stage, 'effect.lost')).toBe(1)
  })

  test('a session is not created, and the caller is notified immediately', async () => {
    const stage = new SimulatedSession({ model: says })
    stage.world.storageDownUntil = 1_000
    await expect(stage.create(runOf())).rejects.toBeInstanceOf(StorageFailure)
    expect(stage.engine.live).toBe(0)
  })
})

describe('a long conversation', () => {
  test('is not read or written whole for each message', async () => {
    const stage = await over(await begun())
    const { log } = stage.process
    const [read, keep] = [log.read.bind(log), log.keep.bind(log)]
    const seen = { reads: 0, snapshots: 0 }
    Object.assign(log, {
      read: async (...place: Parameters<typeof read>) => {
        const events = await read(...place)
        seen.reads += events.length
        return events
      },
      keep: async (...given: Parameters<typeof keep>) => {
        seen.snapshots += 1
        return keep(...given)
      },
    })
    for (let turn = 0; turn < 150; turn++) {
      await stage.engine.resume(stage.session, { type: 'message', text: 'And then?' })
      await over(stage)
      // Programs ask for the state before each message.
      expect((await stage.engine.state(stage.session))?.seq).toBe(stage.events.at(-1)?.seq)
    }
    expect(stage.events.length).toBeGreaterThan(800)
    expect(seen.reads).toBe(0)
    expect(seen.snapshots).toBeLessThan(6)
  })
})

describe('a fork', () => {
  test('is cut at an append, costs nothing, and leaves its source alone', async () => {
    const stage = await over(await begun(says, { mode: 'sequential', members: ['ada', 'bert'] }))
    const before = stage.events.length
    const fork = SessionId.parse('01KE0000000000000000000002')
    expect(await stage.engine.fork(stage.session, 12, fork)).toBeUndefined()
    const state = await stage.engine.state(fork)
    expect(state?.run?.phase).toBe('paused')
    expect(state?.started).toEqual({})
    expect(stage.events).toHaveLength(before)
  })

  test('of a missing session is refused', async () => {
    const stage = await over(await begun())
    const fork = SessionId.parse('01KE0000000000000000000002')
    expect(await stage.engine.fork(fork, 1, stage.session)).toMatchObject({ code: 'session_not_found' })
    expect(await stage.engine.fork(stage.session, 0, fork)).toMatchObject({ code: 'bad_place' })
  })
})

test('a closed engine releases everything, and another one continues', async () => {
  const stage = await begun()
  await stage.engine.close()
  expect(stage.engine.live).toBe(0)
  stage.another()
  await stage.engine.resume(stage.session)
  await over(stage)
  expect(await phase(stage)).toBe('completed')
  expect(count(stage, 'effect.lost')).toBe(1)
})

test('a closed engine does not open anything, not even a session about to be opened', async () => {
  const stage = await begun()
  await stage.engine.close()
  await expect(stage.engine.resume(stage.session)).rejects.toBeInstanceOf(LogConflict)
  const { engine } = stage.another()
  const [opened] = await Promise.allSettled([engine.resume(stage.session), engine.close()])
  expect(opened).toMatchObject({ status: 'rejected', reason: expect.any(LogConflict) })
  expect([engine.live, stage.world.owners.size]).toEqual([0, 0])
})

test('a follower that joins during an answer gets its text so far, after the event that began it', async () => {
  const [part, ...rest] = answerParts('ada says yes.')
  const stage = await begun(() => [part ?? 0, 1_000, ...rest])
  await stage.play(10)
  const told: string[] = []
  stage.engine.follow(stage.session, 0, {
    batch: (events) => told.push(...types(events)),
    delta: (_effect, kind) => told.push(kind),
  })
  await over(stage)
  expect(told.indexOf('text')).toBe(told.indexOf('effect.started') + 1)
})

test('a run that never settles fails with a named error', async () => {
  const stage = new SimulatedSession({
    model: says,
    domain: (domain) => ({
      ...domain,
      next: (session) =>
        session.run?.phase === 'running'
          ? { record: [fact('progress', { done: 0, active: 0, finished: 0 })], want: [] }
          : domain.next(session),
    }),
  })
  await stage.create(runOf())
  await stage.untilRest()
  expect(stage.events.at(-1)).toMatchObject({ type: 'run.finished', data: { reason: 'error:does_not_settle' } })
})

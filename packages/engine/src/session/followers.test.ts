import { EffectKey, type Event, fact, type SessionId } from '@convene/domain'
import { fakeClock, memoryEventLog, sampleRow, sessionNumber, stamped } from '@convene/testkit'
import { beforeEach, describe, expect, test } from 'vitest'
import { type EventLog, StorageFailure } from '../ports/event-log.ts'
import { Followers } from './followers.ts'

const session: SessionId = sessionNumber(1)
const hello = fact('message', { author: 'user', role: 'user', kind: 'user', text: 'Hello' })
const effect = EffectKey.parse('1/t1/ada/say1.1')
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('a follower', () => {
  let log: EventLog
  let seen: number[]
  const clock = fakeClock()
  const feed = { batch: (events: readonly Event[]) => seen.push(...events.map(({ seq }) => seq)) }
  const append = async (after: number, count: number) => {
    const events = stamped(
      session,
      after,
      Array.from({ length: count }, () => hello),
    )
    await log.append(session, after, events, sampleRow())
    return events
  }

  beforeEach(() => {
    log = memoryEventLog()
    seen = []
  })

  test('receives the events after its number, then new ones', async () => {
    await append(0, 3)
    const followers = new Followers({ log, clock })
    followers.add(session, 1, feed)
    await settled()
    followers.publish(session, await append(3, 1))
    expect(seen).toEqual([2, 3, 4])
  })

  test("that missed another process's append finds it in the log", async () => {
    const followers = new Followers({ log, clock })
    followers.add(session, 0, feed)
    await settled()
    await append(0, 2)
    followers.publish(session, await append(2, 1))
    await settled()
    expect(seen).toEqual([1, 2, 3])
  })

  test('receives nothing twice if an append arrives while it reads', async () => {
    const followers = new Followers({ log, clock })
    const first = await append(0, 2)
    followers.add(session, 0, feed)
    followers.publish(session, first)
    await settled()
    expect(seen).toEqual([1, 2])
  })

  test('reads again after a storage failure', async () => {
    await append(0, 2)
    const { read } = log
    let fails = true
    const flaky: EventLog = {
      ...log,
      read: async (...args) => {
        if (fails) throw new StorageFailure('io_error', 'cannot read')
        return read(...args)
      },
    }
    new Followers({ log: flaky, clock }).add(session, 0, feed)
    await settled()
    fails = false
    clock.advance(1_000)
    await settled()
    expect(seen).toEqual([1, 2])
  })

  test('receives live text only after the events it must read first, in order', async () => {
    await append(0, 2)
    const followers = new Followers({ log, clock })
    const told: (number | string)[] = []
    const listening = {
      batch: (events: readonly Event[]) => told.push(...events.map(({ seq }) => seq)),
      delta: (_effect: EffectKey, _kind: string, text: string) => told.push(text),
    }
    followers.add(session, 0, listening, [{ effect, kind: 'text', text: 'One ' }])
    followers.delta(session, { effect, kind: 'text', text: 'two ' })
    await settled()
    followers.delta(session, { effect, kind: 'text', text: 'three' })
    expect(told).toEqual([1, 2, 'One ', 'two ', 'three'])
  })

  test('receives no live text from a call whose end it has read', async () => {
    const replied = fact('model.replied', { effect, text: 'One', calls: [], finish: 'stop', outcome: 'complete' })
    await log.append(session, 0, stamped(session, 0, [replied]), sampleRow())
    const told: string[] = []
    const listening = { ...feed, delta: (_effect: EffectKey, _kind: string, text: string) => told.push(text) }
    const another = EffectKey.parse('1/t2/bert/say1.1')
    const followers = new Followers({ log, clock })
    followers.add(session, 0, listening, [{ effect, kind: 'text', text: 'One' }])
    followers.delta(session, { effect: another, kind: 'text', text: 'Two' })
    await settled()
    expect([seen, told]).toEqual([[1], ['Two']])
  })

  test('receives nothing after it has left', async () => {
    const followers = new Followers({ log, clock })
    const end = followers.add(session, 0, feed)
    end()
    followers.publish(session, await append(0, 1))
    await settled()
    expect(seen).toEqual([])
    expect(followers.watched).toBe(false)
  })
})

import { isDeepStrictEqual } from 'node:util'
import { type Fact, fact, fromWire, type SessionId } from '@convene/domain'
import { type EventLog, LogConflict } from '@convene/engine'
import type { Contract } from '../contract/describe-contract.ts'
import type { LogFixture } from './log-fixture.ts'
import { sampleFacts, sampleRow, sessionNumber, stamped, userSays } from './sample-events.ts'

const session = sessionNumber(1)
const neighbour = sessionNumber(2)
const row = sampleRow()

const first = stamped(session, 0, sampleFacts)
const second = stamped(session, first.length, [userSays('And Saturday?'), userSays('Or Sunday?')])

/** Collects the names in a log's rings, until this one is among them. A ring without names is for all. */
function heard(log: EventLog): (session: SessionId) => Promise<ReadonlySet<SessionId>> {
  const names = new Set<SessionId>()
  let look = () => {}
  log.watch((which = new Set([session, neighbour])) => {
    for (const name of which) names.add(name)
    look()
  })
  return (name) =>
    new Promise((resolve) => {
      look = () => names.has(name) && resolve(names)
      look()
    })
}

/** Appended events are stored, in order, once, and can be removed. */
export const keeping: Contract<LogFixture> = {
  'returns what was appended, in order, field by field': async ({ log }, expect) => {
    await log.append(session, 0, first, row)
    await log.append(session, first.length, second, row)
    expect(await log.read(session)).toEqual([...first, ...second])
  },
  'has no events for an unknown session': async ({ log }, expect) => {
    expect(await log.read(session)).toEqual([])
    expect(await log.head(session)).toBe(0)
    expect(await log.snapshot(session)).toBeUndefined()
  },
  'reads only events after a number': async ({ log }, expect) => {
    await log.append(session, 0, first, row)
    await log.append(session, first.length, second, row)
    expect(await log.read(session, first.length)).toEqual(second)
    expect(await log.read(session, first.length + 1)).toEqual(second.slice(1))
    expect(await log.read(session, 99)).toEqual([])
    expect(await log.read(session, 1, 2)).toEqual([...first, ...second].slice(1, 3))
    expect(await log.head(session)).toBe(first.length + second.length)
  },
  'keeps sessions apart': async ({ log }, expect) => {
    await log.append(session, 0, first, row)
    await log.append(neighbour, 0, stamped(neighbour, 0, [userSays('Hello')]), row)
    expect(await log.read(session)).toEqual(first)
    expect(await log.head(neighbour)).toBe(1)
  },
  'refuses an append that expects another number, and stores none of it': async ({ log }, expect) => {
    await log.append(session, 0, first, row)
    await expect(log.append(session, 0, second, sampleRow({ title: 'Lost' }))).rejects.toBeInstanceOf(LogConflict)
    await expect(log.append(session, 99, second, row)).rejects.toBeInstanceOf(LogConflict)
    expect(await log.read(session)).toEqual(first)
    expect((await log.list({}))[0]?.title).toBe('Ship')
  },
  'accepts one of two appends at the same position': async ({ log, other }, expect) => {
    const outcomes = await Promise.allSettled([
      log.append(session, 0, stamped(session, 0, [userSays('mine')]), row),
      log.append(session, 0, stamped(session, 0, [userSays('yours')]), row),
      other.append(session, 0, stamped(session, 0, [userSays('theirs')]), row),
    ])
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
    expect(await log.read(session)).toHaveLength(1)
  },
  'lets an append fail alone': async ({ log }, expect) => {
    await log.append(session, 0, first, row)
    const clash = log.append(session, 0, second, row)
    const good = log.append(neighbour, 0, stamped(neighbour, 0, [userSays('Hello')]), row)
    await expect(clash).rejects.toBeInstanceOf(LogConflict)
    await good
    expect(await log.head(neighbour)).toBe(1)
  },
  'is seen by another process at once': async ({ log, other }, expect) => {
    await log.append(session, 0, first, row)
    expect(await other.read(session)).toEqual(first)
    await other.append(session, first.length, second, row)
    expect(await log.head(session)).toBe(first.length + second.length)
  },
  'is there after a restart': async ({ log, reopened }, expect) => {
    await log.append(session, 0, first, row)
    await log.keep(session, { version: 'a', seq: 3, state: { goal: 'x' } })
    const again = await reopened()
    expect(await again.read(session)).toEqual(first)
    expect(await again.snapshot(session)).toEqual({ version: 'a', seq: 3, state: { goal: 'x' } })
  },
  'keeps large texts complete, wherever they are': async ({ log }, expect) => {
    const large = `${'ä"\ud83d'.repeat(40_000)}end`
    const call = { call: 'c1-1' as never, tool: 'write', resources: [] }
    const facts: readonly Fact[] = [
      userSays(large),
      fact('tool.called', { ...call, input: { files: [{ text: large }, { text: 'small' }] } }),
      fact('tool.finished', { call: call.call, ok: true, output: large, ms: 1 }),
    ]
    const events = stamped(session, 0, facts)
    await log.append(session, 0, events, row)
    expect(isDeepStrictEqual(await log.read(session), events)).toBe(true)
  },
  'loses values that JSON cannot represent': async ({ log }, expect) => {
    const odd = fact('warning', { code: 'odd', message: 'odd', details: { gone: undefined } as never })
    await log.append(session, 0, stamped(session, 0, [odd]), row)
    const [read] = await log.read(session)
    expect(read?.data).toStrictEqual({ code: 'odd', message: 'odd', details: {} })
  },
  'refuses what it could not return, and stores none of it': async ({ log }, expect) => {
    const limits = { maxCostUsd: Number.NaN }
    const odd: readonly Fact[] = [
      fact('warning', { code: 'odd', message: 'odd', details: limits as never }),
      fact('message', { author: 'user', role: 'nobody' as never, kind: 'user', text: 'Hello' }),
      fact('effect.lost', { effect: 7 as never }),
    ]
    for (const one of odd) {
      const events = stamped(session, 0, [userSays('Hello'), one])
      await expect(log.append(session, 0, events, row)).rejects.toMatchObject({ code: 'invalid_event' })
    }
    expect([await log.head(session), await log.read(session)]).toEqual([0, []])
  },
  'returns its events as they were stored, in the format for other programs': async ({ log }, expect) => {
    await log.append(session, 0, first, row)
    await log.append(session, first.length, second, row)
    expect((await log.stored(session)).map((event) => fromWire(event))).toEqual([...first, ...second])
    expect(await log.stored(neighbour)).toEqual([])
  },
  'keeps the newest snapshot, and none of an unknown session': async ({ log }, expect) => {
    await log.append(session, 0, first, row)
    await log.keep(session, { version: 'a', seq: 1, state: [1] })
    await log.keep(session, { version: 'b', seq: 2, state: { deep: [null] } })
    await log.keep(neighbour, { version: 'b', seq: 2, state: {} })
    expect(await log.snapshot(session)).toEqual({ version: 'b', seq: 2, state: { deep: [null] } })
    expect(await log.snapshot(neighbour)).toBeUndefined()
  },
  'removes a session and leaves its neighbours alone': async ({ log, other }, expect) => {
    const large = 'shared '.repeat(20_000)
    await log.append(session, 0, stamped(session, 0, [userSays(large)]), row)
    await log.append(neighbour, 0, stamped(neighbour, 0, [userSays(large)]), row)
    await log.keep(session, { version: 'a', seq: 1, state: {} })
    await log.remove(session)
    expect(await other.read(session)).toEqual([])
    expect(await other.snapshot(session)).toBeUndefined()
    expect((await other.list({ query: 'shared' })).map(({ id }) => id)).toEqual([neighbour])
    expect((await other.read(neighbour))[0]?.data).toMatchObject({ text: large })
    await log.append(session, 0, first, row)
    expect(await log.read(session)).toEqual(first)
  },
  'rings when another process has appended, and not for its own appends': async ({ log, other }, expect) => {
    let rings = 0
    const rung = new Promise<void>((resolve) => {
      log.watch(() => {
        rings += 1
        resolve()
      })
    })
    await log.append(session, 0, first, row)
    expect(rings).toBe(0)
    await other.append(session, first.length, second, row)
    await rung
    expect(await log.read(session, first.length)).toEqual(second)
  },
  'rings for its own appends and removals too, if asked to': async ({ log }, expect) => {
    const named: (ReadonlySet<SessionId> | undefined)[] = []
    let look = () => {}
    const times = (count: number) =>
      new Promise<void>((resolve) => {
        look = () => named.length >= count && resolve()
        look()
      })
    const ring = (which?: ReadonlySet<SessionId>) => {
      named.push(which)
      look()
    }
    const stop = log.watch(ring, { own: true })
    await log.append(session, 0, first, row)
    await times(1)
    expect(named).toEqual([new Set([session])])
    await log.remove(session)
    await times(2)
    stop()
  },
  'names the sessions that another process changed, and not its own': async ({ log, other }, expect) => {
    const third = sessionNumber(3)
    await log.append(third, 0, stamped(third, 0, [userSays('Hello')]), row)
    const named = heard(log)
    await log.append(session, 0, first, row)
    await log.append(neighbour, 0, stamped(neighbour, 0, [userSays('Hello')]), row)
    await other.append(neighbour, 1, stamped(neighbour, 1, [userSays('Again')]), row)
    expect(await named(neighbour)).toEqual(new Set([neighbour]))
    await log.append(neighbour, 2, stamped(neighbour, 2, [userSays('And again')]), row)
    await other.append(third, 1, stamped(third, 1, [userSays('Again')]), row)
    expect(await named(third)).toEqual(new Set([neighbour, third]))
  },
  'rings for a session that was removed, and for those that come after it': async ({ log, other }, expect) => {
    await log.append(session, 0, first, row)
    await log.append(neighbour, 0, stamped(neighbour, 0, [userSays('Hello')]), row)
    const named = heard(log)
    await other.remove(neighbour)
    expect(await named(neighbour)).toContain(neighbour)
    const namedNext = heard(log)
    await other.append(session, first.length, second, row)
    expect(await namedNext(session)).toContain(session)
  },
  'does not ring after watching has stopped': async ({ log, other }, expect) => {
    let stopped = 0
    const stop = log.watch(() => {
      stopped += 1
    })
    stop()
    const rung = new Promise<void>((resolve) => void log.watch(() => resolve()))
    await other.append(session, 0, first, row)
    await rung
    expect(stopped).toBe(0)
  },
}

import { assert, type SessionId } from '@convene/domain'
import type { EventLog, Ownership, SessionRow, Work } from '@convene/engine'
import { type Contract, describeContract } from '../contract/describe-contract.ts'
import { sampleRow, sessionNumber, stamped, userSays } from '../event-log/sample-events.ts'

/** A process that takes work, and another one that appends and owns sessions. */
export type WorkFixture = {
  readonly work: Work
  readonly other: EventLog
  readonly theirs: Ownership
  close(): Promise<void>
}

/** Every promise of the `Work` port, as tests. */
export function describeWork(name: string, open: () => Promise<WorkFixture>): Promise<void> {
  return describeContract(`work in ${name}`, open, promises)
}

const [one, two, three, four] = [1, 2, 3, 4].map(sessionNumber) as [SessionId, SessionId, SessionId, SessionId]

async function append({ other }: WorkFixture, session: SessionId, change: Partial<SessionRow>): Promise<void> {
  const last = await other.head(session)
  await other.append(session, last, stamped(session, last, [userSays('Hello')]), sampleRow(change))
}

/** Takes work and ends each session on command, or as `end` says. */
function taking(
  { work }: WorkFixture,
  capacity = 10,
  end: (session: SessionId) => Promise<void> | undefined = () => undefined,
) {
  const taken: SessionId[] = []
  const open = new Map<SessionId, () => void>()
  let look = () => {}
  const stop = work.start(async (session) => {
    taken.push(session)
    look()
    await (end(session) ?? new Promise<void>((resolve) => open.set(session, resolve)))
  }, capacity)
  const until = (count: number) =>
    new Promise<readonly SessionId[]>((resolve) => {
      look = () => taken.length >= count && resolve([...taken])
      look()
    })
  return { taken, stop, until, finish: (session: SessionId) => open.get(session)?.() }
}

const promises: Contract<WorkFixture> = {
  'hands out moving sessions without an owner, existing and new ones': async (fixture, expect) => {
    await append(fixture, one, { moves: true })
    const { until, stop } = taking(fixture)
    expect(await until(1)).toEqual([one])
    await append(fixture, two, { moves: true })
    expect(await until(2)).toEqual([one, two])
    stop()
  },
  'hands out nothing that rests, or that a live process owns': async (fixture, expect) => {
    assert((await fixture.theirs.claim(one)) !== 'owned elsewhere', 'it is free')
    await append(fixture, one, { moves: true })
    await append(fixture, two, { moves: false, phase: 'running', asks: 1 })
    const { until, stop } = taking(fixture)
    await append(fixture, three, { moves: true })
    expect(await until(1)).toEqual([three])
    stop()
  },
  'hands out a session once its owner lets go': async (fixture, expect) => {
    const lease = await fixture.theirs.claim(one)
    assert(lease !== 'owned elsewhere', 'it is free')
    await append(fixture, one, { moves: true })
    await append(fixture, two, { moves: true })
    const { until, stop } = taking(fixture)
    expect(await until(1)).toEqual([two])
    await lease.release()
    expect(await until(2)).toEqual([two, one])
    stop()
  },
  'hands out a session again only after it has changed': async (fixture, expect) => {
    await append(fixture, one, { moves: true })
    const { until, stop } = taking(fixture, 10, async () => {})
    expect(await until(1)).toEqual([one])
    await append(fixture, two, { moves: true })
    expect(await until(2)).toEqual([one, two])
    await append(fixture, one, { moves: true })
    expect(await until(3)).toEqual([one, two, one])
    stop()
  },
  'hands out due sessions, and not those due later': async (fixture, expect) => {
    await append(fixture, one, { wakeAt: Date.now() - 1_000 })
    await append(fixture, two, { wakeAt: Date.now() + 3_600_000 })
    await append(fixture, three, { wakeAt: Date.now() + 300 })
    const { until, stop } = taking(fixture)
    expect(await until(2)).toEqual([one, three])
    stop()
  },
  'hands out no more at once than its capacity': async (fixture, expect) => {
    for (const session of [one, two, three, four]) await append(fixture, session, { moves: true })
    const { until, taken, finish, stop } = taking(fixture, 2)
    const [first, second] = (await until(2)) as [SessionId, SessionId]
    finish(first)
    await until(3)
    expect(taken).toHaveLength(3)
    finish(second)
    expect(new Set(await until(4))).toEqual(new Set([one, two, three, four]))
    stop()
  },
  'hands out the others if one cannot be opened': async (fixture, expect) => {
    for (const session of [one, two, three]) await append(fixture, session, { moves: true })
    const fail = () => Promise.reject(new Error('damaged'))
    const { until, stop } = taking(fixture, 1, (session) => (session === two ? fail() : Promise.resolve()))
    expect(new Set(await until(3))).toEqual(new Set([one, two, three]))
    stop()
  },
  'hands out nothing after it was stopped': async (fixture, expect) => {
    const first = taking(fixture)
    first.stop()
    await append(fixture, one, { moves: true })
    const second = taking(fixture)
    expect(await second.until(1)).toEqual([one])
    expect(first.taken).toEqual([])
    second.stop()
  },
}

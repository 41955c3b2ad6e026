import type { SessionId } from '@convene/domain'
import { type EventLog, StorageFailure } from '@convene/engine'
import { systemClock } from '@convene/platform'
import {
  describeWork,
  fakeClock,
  memoryEventLog,
  memoryOwners,
  memoryOwnership,
  memoryStorage,
  sampleRow,
  sessionNumber,
  stamped,
  temporaryFolder,
  userSays,
} from '@convene/testkit'
import { expect, test } from 'vitest'
import { openStore } from '../open-store.ts'
import { pollingWork } from './polling-work.ts'

await describeWork('SQLite', async () => {
  const folder = temporaryFolder()
  const processes = (pid: number) => ({ self: { pid, startedAt: 7 }, alive: () => true })
  const [mine, theirs] = [1, 2].map((pid) => openStore(folder.path, { processes: processes(pid) })) as [Store, Store]
  return {
    work: pollingWork({ ...mine, clock: systemClock(), lookMs: 50 }),
    other: theirs.log,
    theirs: theirs.ownership,
    async close() {
      await Promise.all([mine.close(), theirs.close()])
      folder[Symbol.dispose]()
    },
  }
})

type Store = ReturnType<typeof openStore>

await describeWork('memory', async () => {
  const [storage, owners] = [memoryStorage(), memoryOwners()]
  const log = memoryEventLog({ storage })
  return {
    work: pollingWork({ log, ownership: memoryOwnership(owners), clock: systemClock(), lookMs: 50 }),
    other: memoryEventLog({ storage }),
    theirs: memoryOwnership(owners),
    close: async () => {},
  }
})

const settled = async () => {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve))
}

/** Work on a fake clock, and its queries to the log. */
function watched(change: (log: EventLog) => Partial<EventLog> = () => ({})) {
  const storage = memoryStorage()
  const [plain, other] = [memoryEventLog({ storage }), memoryEventLog({ storage })]
  const lists: (readonly SessionId[] | undefined)[] = []
  const counted: EventLog = {
    ...plain,
    list(query) {
      lists.push(query.ids)
      return plain.list(query)
    },
  }
  const clock = fakeClock()
  const log = { ...counted, ...change(counted) }
  const work = pollingWork({ log, ownership: memoryOwnership(), clock })
  const move = async (number: number) => {
    const session = sessionNumber(number)
    const last = await other.head(session)
    await other.append(session, last, stamped(session, last, [userSays('Hello')]), sampleRow({ moves: true }))
    await settled()
  }
  const pass = async (ms: number) => {
    clock.advance(ms)
    await settled()
  }
  return { work, move, pass, lists, clock }
}

test('a ring costs one query for the sessions it names: all rows are listed only at the start and now and then', async () => {
  const { work, move, pass, lists } = watched()
  const stop = work.start(async () => {}, 10)
  await settled()
  expect(lists.splice(0)).toEqual([undefined])
  for (let number = 0; number < 100; number++) await move(number)
  expect(lists).toHaveLength(100)
  expect(lists.splice(0).every((ids) => ids?.length === 1)).toBe(true)
  for (let second = 0; second < 14; second++) await pass(1_000)
  expect(lists.splice(0)).toEqual([])
  await pass(1_000)
  expect(lists).toEqual([undefined])
  stop()
})

test('looks do not overlap, however often it rings', async () => {
  let looking = 0
  let most = 0
  const { work, move } = watched((log) => ({
    async list(query) {
      most = Math.max(most, ++looking)
      await new Promise((resolve) => setTimeout(resolve, 5))
      looking -= 1
      return log.list(query)
    },
  }))
  const taken: SessionId[] = []
  const stop = work.start(async (session) => void taken.push(session), 10)
  await Promise.all([1, 2, 3, 4, 5].map(move))
  await expect.poll(() => taken.length).toBe(5)
  expect([most, new Set(taken).size]).toEqual([1, 5])
  stop()
})

test('a session that cannot be opened is retried later, not at every look', async () => {
  const { work, move, pass } = watched()
  let tries = 0
  const stop = work.start(async () => {
    tries += 1
    throw new Error('damaged')
  }, 10)
  await move(1)
  for (let second = 0; second < 14; second++) await pass(1_000)
  expect(tries).toBe(1)
  for (let second = 0; second < 3; second++) await pass(1_000)
  expect(tries).toBe(2)
  stop()
})

test('a log that fails for a while loses no work, and is not queried without a pause', async () => {
  let isDown = true
  let asked = 0
  const { work, move, pass } = watched((log) => ({
    async list(query) {
      asked += 1
      if (isDown) throw new StorageFailure('io_error', 'The disk does not answer.')
      return log.list(query)
    },
  }))
  const taken: SessionId[] = []
  const stop = work.start(async (session) => void taken.push(session), 10)
  await move(1)
  await pass(3_000)
  expect([taken, asked <= 5]).toEqual([[], true])
  isDown = false
  await pass(1_000)
  expect(taken).toEqual([sessionNumber(1)])
  stop()
})

test('leaves no timer behind once it is stopped', async () => {
  const { work, clock } = watched()
  const stop = work.start(async () => {}, 10)
  await settled()
  stop()
  await settled()
  expect(clock.pending()).toBe(0)
})

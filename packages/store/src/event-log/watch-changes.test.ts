import { StatementSync } from 'node:sqlite'
import type { SessionId } from '@convene/domain'
import type { EventLog } from '@convene/engine'
import { sampleRow, sessionNumber, stamped, temporaryFolder, userSays } from '@convene/testkit'
import { expect, test, vi } from 'vitest'
import { sqliteEventLog } from './sqlite-event-log.ts'

const [one, two] = [sessionNumber(1), sessionNumber(2)]

async function say(log: EventLog, session: SessionId, last: number): Promise<void> {
  await log.append(session, last, stamped(session, last, [userSays('Hello')]), sampleRow())
}

/** Two processes on one file. `rung` is what the first one has heard by its next poll. */
function twoProcesses(path: string) {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const [log, other] = [sqliteEventLog({ path }), sqliteEventLog({ path })]
  const heard: (ReadonlySet<SessionId> | undefined)[] = []
  const stop = log.watch((which) => heard.push(which))
  const rung = () => {
    vi.advanceTimersByTime(100)
    return heard.splice(0)
  }
  const close = async () => {
    stop()
    vi.useRealTimers()
    await Promise.all([log.close(), other.close()])
  }
  return { log, other, rung, close }
}

test('one ring names every session that others changed since the last one, however often', async () => {
  using folder = temporaryFolder()
  const { log, other, rung, close } = twoProcesses(folder.file('log.db'))
  for (let last = 0; last < 50; last++) await say(other, one, last)
  await say(log, two, 0)
  expect(rung()).toEqual([new Set([one])])
  await say(other, two, 1)
  await say(log, one, 50)
  expect(rung()).toEqual([new Set([two])])
  expect(rung()).toEqual([])
  await close()
})

test("a process's own appends, snapshots and the word index do not ring", async () => {
  using folder = temporaryFolder()
  const { log, other, rung, close } = twoProcesses(folder.file('log.db'))
  for (let last = 0; last < 3; last++) await say(log, one, last)
  expect(rung()).toEqual([])
  await other.keep(one, { version: '1', seq: 3, state: {} })
  await other.list({ query: 'hello' })
  expect(rung()).toEqual([])
  await close()
})

test('after a removal anything may have changed, and reused row ids are not missed', async () => {
  using folder = temporaryFolder()
  const { log, other, rung, close } = twoProcesses(folder.file('log.db'))
  await say(log, one, 0)
  await say(log, two, 0)
  await other.remove(two)
  await say(other, one, 1)
  expect(rung()).toEqual([undefined])
  await log.remove(one)
  await say(other, two, 0)
  expect(rung()).toEqual([undefined])
  await say(other, two, 1)
  expect(rung()).toEqual([new Set([two])])
  await close()
})

test('a poll without changes is one query, and one with changes three more', async () => {
  using folder = temporaryFolder()
  const { other, rung, close } = twoProcesses(folder.file('log.db'))
  const get = vi.spyOn(StatementSync.prototype, 'get')
  const all = vi.spyOn(StatementSync.prototype, 'all')
  const queries = () => get.mock.calls.length + all.mock.calls.length
  rung()
  expect(queries()).toBe(1)
  await say(other, one, 0)
  get.mockClear()
  rung()
  expect(queries()).toBeLessThanOrEqual(5)
  vi.restoreAllMocks()
  await close()
})

import {
  fakeClock,
  memoryEventLog,
  memoryOwnership,
  memoryStorage,
  runOf,
  sampleRow,
  sessionNumber,
  stamped,
  userSays,
} from '@convene/testkit'
import { expect, test } from 'vitest'
import { createEngine } from '../create-engine.ts'
import type { EventLog } from '../ports/event-log.ts'
import { silentTelemetry } from '../ports/telemetry.ts'

const LIVE = 20
const ELSEWHERE = 20
const APPENDS = 1_440

const settled = () => new Promise((resolve) => setImmediate(resolve))

/** A process with 20 running sessions, one follower of a session elsewhere, and another process that appends. */
async function queriesWhile(watch: (log: EventLog) => EventLog['watch']) {
  const storage = memoryStorage()
  const other = memoryEventLog({ storage })
  const log = memoryEventLog({ storage })
  const counts = { head: 0, read: 0 }
  const counted: EventLog = {
    ...log,
    watch: watch(log),
    head(...query) {
      counts.head += 1
      return log.head(...query)
    },
    read(...query) {
      counts.read += 1
      return log.read(...query)
    },
  }
  const engine = createEngine({
    log: counted,
    ownership: memoryOwnership(),
    model: { stream: () => ({ [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}) }) }) },
    tools: { inspect: async () => [], run: async () => ({ ok: true, output: '' }) },
    clock: fakeClock(),
    telemetry: silentTelemetry,
    abortController: () => new AbortController(),
  })
  for (let number = 0; number < LIVE; number++)
    await engine.resume(sessionNumber(number), { type: 'create', goal: 'Why?', workspace: '/', run: runOf() })
  let seen = 0
  engine.follow(sessionNumber(LIVE), 0, {
    batch: (events) => {
      seen += events.length
    },
  })
  await settled()
  Object.assign(counts, { head: 0, read: 0 })
  for (let number = 0; number < APPENDS; number++) {
    const session = sessionNumber(LIVE + (number % ELSEWHERE))
    const last = Math.floor(number / ELSEWHERE)
    await other.append(session, last, stamped(session, last, [userSays('Hello')]), sampleRow())
    await settled()
  }
  return { ...counts, seen, live: engine.live }
}

test('appends elsewhere cost a process no query for its own sessions, and one per follower', async () => {
  const seen = APPENDS / ELSEWHERE
  expect(await queriesWhile((log) => log.watch)).toEqual({ head: 0, read: seen, seen, live: LIVE })
})

test('without session names, a process checks all of its sessions', async () => {
  const { head, seen } = await queriesWhile((log) => (ring) => log.watch(() => ring()))
  expect([head, seen]).toEqual([LIVE * APPENDS, APPENDS / ELSEWHERE])
})

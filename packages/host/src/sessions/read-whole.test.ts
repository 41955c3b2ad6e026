import type { Event, SessionId } from '@convene/domain'
import { expect, test } from 'vitest'
import { readWhole } from './read-whole.ts'

const session = 's' as SessionId
const stored = Array.from({ length: 1_234 }, (_, at) => ({ session, seq: at + 1 }) as Event)

/** A log that blocks for as long as it reads. */
const slowLog = (msPerEvent: number) => ({
  read: async (_: SessionId, after = 0, limit = Number.POSITIVE_INFINITY) => {
    const part = stored.slice(after, after + limit)
    const until = performance.now() + part.length * msPerEvent
    while (performance.now() < until);
    return part
  },
})

test('a session read in parts is complete', async () => {
  expect(await readWhole(slowLog(0), session)).toEqual(stored)
})

test('other work gets its turn while a long session is read', async () => {
  let turns = 0
  const timer = setInterval(() => {
    turns += 1
  }, 1)
  await readWhole(slowLog(0.3), session)
  clearInterval(timer)
  expect(turns).toBeGreaterThan(5)
})

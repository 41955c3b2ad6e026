import { setImmediate } from 'node:timers/promises'
import { emptySession, type Session, type SessionId } from '@convene/domain'
import { expect, test } from 'vitest'
import { deliverPending } from './deliver-pending.ts'

const at = (seq: number): Session => ({ ...emptySession('S' as SessionId), seq })

/** Reads the state through a counting function. */
function lookingAt(read: () => Promise<Session | undefined>) {
  const seen = { reads: 0 }
  const watching = deliverPending(
    () => {},
    () => {
      seen.reads += 1
      return read()
    },
  )
  return { ...watching, seen }
}

test('reads again until the state includes the event', async () => {
  let seq = 1
  const { upTo, seen } = lookingAt(async () => at(seq++))
  upTo(3)
  while (seen.reads < 3) await setImmediate()
  await setImmediate()
  expect(seen.reads).toBe(3)
})

test('stops reading when ended before the state includes the event', async () => {
  const { upTo, end, seen } = lookingAt(async () => at(1))
  upTo(5)
  while (seen.reads < 2) await setImmediate()
  end()
  await setImmediate()
  const { reads } = seen
  await setImmediate()
  expect(seen.reads).toBe(reads)
})

test.each([
  ['does not exist', async () => undefined],
  ['cannot be read', () => Promise.reject(new Error('disk'))],
])('a session that %s is read again with the next event', async (_what, read) => {
  const { upTo, seen } = lookingAt(read)
  upTo(1)
  await setImmediate()
  expect(seen.reads).toBe(1)
  upTo(2)
  await setImmediate()
  expect(seen.reads).toBe(2)
})

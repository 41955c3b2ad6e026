import type { SessionId } from '@convene/domain'
import type { EventLog } from '@convene/engine'
import type { Program } from '@convene/host'
import { memoryEventLog, memoryStorage, sampleRow, stamped, userSays } from '@convene/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { until } from '../server.fixture.ts'
import { watchSessionLists } from './changes.ts'

const sessionNumber = (number: number): SessionId => `01JCHANGE${String(number).padStart(17, '0')}` as SessionId

/** A list that is watched, its log, and what its watcher has received. Counts how often the list is read. */
function watched(storage = memoryStorage()) {
  const log = memoryEventLog({ storage })
  const reads = { count: 0 }
  const counted: EventLog = {
    ...log,
    list(query) {
      reads.count += 1
      return log.list(query)
    },
  }
  const changes = watchSessionLists({ store: async () => ({ log: counted }) } as unknown as Program)
  const told: string[] = []
  const take = (piece: { readonly bytes: Uint8Array }) => void told.push(new TextDecoder().decode(piece.bytes))
  onTestFinished(changes.source().follow(0, { must: take, may: take }))
  return { log, told, reads }
}

async function say(log: EventLog, number: number): Promise<void> {
  const id = sessionNumber(number)
  const seq = await log.head(id)
  await log.append(id, seq, stamped(id, seq, [userSays('Hello')]), sampleRow({ updatedAt: 10_000 + seq }))
}

test('a change of this or another process is sent, and a removal', async () => {
  const storage = memoryStorage()
  const { log, told } = watched(storage)
  const other = memoryEventLog({ storage })
  for (const [number, writer] of [log, other].entries()) {
    await say(writer, number)
    await until(() => told.some((text) => text.includes(sessionNumber(number))))
  }
  await other.remove(sessionNumber(0))
  await until(() => told.some((text) => text.includes('"deleted"') && text.includes(sessionNumber(0))))
})

test('the list is not read while nothing changes, nor for sessions that are not in it', async () => {
  const storage = memoryStorage()
  const { log, told, reads } = watched(storage)
  await say(log, 1)
  await until(() => told.length > 0)
  const before = reads.count
  const rung = [...storage.watchers].flatMap((watchers) => [...watchers])
  for (const { ring } of rung) ring(new Set([sessionNumber(99)]))
  await say(log, 2)
  await until(() => told.length > 1)
  // Once to see whether session 99 is in the list, once for session 2, and then both parts of the list.
  expect(reads.count - before).toBeLessThanOrEqual(4)
})

test('a session that changes is reported, however many others are pinned', async () => {
  const log = memoryEventLog()
  const say = async (number: number, pinned: boolean) => {
    const id = sessionNumber(number)
    const seq = await log.head(id)
    await log.append(id, seq, stamped(id, seq, [userSays('Hello')]), sampleRow({ pinned, updatedAt: 10_000 + seq }))
  }
  for (let number = 1; number <= 150; number++) await say(number, true)
  await say(151, false)
  const changes = watchSessionLists({ store: async () => ({ log }) } as unknown as Program)
  const told: string[] = []
  const take = (piece: { readonly bytes: Uint8Array }) => void told.push(new TextDecoder().decode(piece.bytes))
  const end = changes.source().follow(0, { must: take, may: take })
  onTestFinished(end)
  await until(() => told.some((text) => text.includes(sessionNumber(151))))
  told.length = 0
  await say(151, false)
  const [change] = await until(() => (told.length > 0 ? told : undefined))
  expect(JSON.parse(change?.replace('data: ', '') ?? '')).toMatchObject({ session: { id: sessionNumber(151), seq: 2 } })
})

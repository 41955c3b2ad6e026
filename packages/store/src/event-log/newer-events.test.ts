import { StorageFailure } from '@convene/engine'
import { sampleRow, sessionNumber, stamped, temporaryFolder, userSays } from '@convene/testkit'
import { expect, test } from 'vitest'
import { appendRow, insertAppend } from './append-row.ts'
import { openDatabase } from './open-database.ts'
import { eventLogIn } from './sqlite-event-log.ts'

const session = sessionNumber(1)
const neighbour = sessionNumber(2)
const row = sampleRow()

async function twoSessions(path: string) {
  const { database, notices } = openDatabase(path, Date.now)
  const log = eventLogIn(database, { now: () => 5_000, notices })
  for (const each of [session, neighbour])
    await log.append(each, 0, stamped(each, 0, [userSays('a'), userSays('b')]), row)
  return { log, database }
}

type Two = Awaited<ReturnType<typeof twoSessions>>

/** Appends what a newer version would: an unknown event with a valid checksum. */
function writtenByNewer({ database }: Two, { type = 'message', v = 1, data = '{}' }): void {
  const stored = [{ type, v, at: 7, data: JSON.parse(data) }]
  const row = appendRow({ session, batch: 3, stored, text: JSON.stringify(stored), link: '' })
  database.run(insertAppend, row.session, row.batch, row.seq, row.findable, row.data, row.link, row.sum)
  database.connection.exec(`UPDATE sessions SET seq = 3 WHERE id = '${session}'`)
}

const everything = ({ database }: Two): unknown =>
  ['appends', 'sessions', 'quarantine'].map((table) => database.sql(`SELECT * FROM ${table}`).all())

test.each([
  ['a type', { type: 'message.sung' }],
  ['a version', { v: 2 }],
  ['a content', { data: '{"author":"user","role":"oracle"}' }],
])('a session with %s that only a newer version knows is refused, and nothing is written', async (_, event) => {
  using folder = temporaryFolder()
  const two = await twoSessions(folder.file('log.db'))
  writtenByNewer(two, event)
  const before = everything(two)
  for (const read of [() => two.log.read(session), () => two.log.read(session, 2), () => two.log.read(session)]) {
    await expect(read()).rejects.toBeInstanceOf(StorageFailure)
    await expect(read()).rejects.toThrow('A newer version of Convene wrote session')
  }
  expect(everything(two)).toEqual(before)
  expect(await two.log.read(neighbour)).toHaveLength(2)
  await two.log.close()
})

test('a rebuild by an older version marks nothing as damaged and keeps the newer events in place', async () => {
  using folder = temporaryFolder()
  const two = await twoSessions(folder.file('log.db'))
  writtenByNewer(two, { type: 'message.sung' })
  await two.log.rebuild()
  expect(two.log.quarantined()).toBe(0)
  expect(await two.log.head(session)).toBe(3)
  await expect(two.log.read(session)).rejects.toThrow('A newer version of Convene wrote session')
  await two.log.close()
})

test('events marked as damaged that turn out readable are restored by a recheck', async () => {
  using folder = temporaryFolder()
  const two = await twoSessions(folder.file('log.db'))
  const { log, database } = two
  database.connection.exec(`
    INSERT INTO quarantine (session, seq, reason, row, at) VALUES ('${session}', 2, 'there is no event type x', '{}', 1);
    UPDATE sessions SET damaged = 2, seq = 1 WHERE id = '${session}';
    UPDATE appends SET data = 'oops' WHERE session = '${neighbour}' AND seq = 2`)
  expect(await log.read(neighbour)).toHaveLength(0)
  expect(await log.recheck()).toBe(1)
  expect(await log.read(session)).toHaveLength(2)
  await log.append(session, 2, stamped(session, 2, [userSays('c')]), row)
  expect(log.quarantined()).toBe(1)
  await expect(log.append(neighbour, 0, stamped(neighbour, 0, [userSays('c')]), row)).rejects.toThrow('fork')
  await log.close()
})

test('a session with something that this version does not understand is found by a check, and can be copied and removed', async () => {
  using folder = temporaryFolder()
  const two = await twoSessions(folder.file('log.db'))
  writtenByNewer(two, { data: '{"author":"user","role":"oracle"}' })
  expect(await two.log.verify()).toMatchObject({ pages: '', damaged: [], unknown: [session] })
  const kept = await two.log.stored(session)
  expect(kept.map(({ seq, at, data }) => [seq, at, data]).at(-1)).toEqual([
    3,
    new Date(7).toISOString(),
    { author: 'user', role: 'oracle' },
  ])
  await two.log.remove(session)
  expect(await two.log.verify()).toMatchObject({ damaged: [], unlisted: [], unknown: [] })
  expect(await two.log.read(neighbour)).toHaveLength(2)
  await two.log.close()
})

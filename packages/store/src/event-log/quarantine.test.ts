import { StorageFailure } from '@convene/engine'
import { sampleRow, sessionNumber, stamped, temporaryFolder, userSays } from '@convene/testkit'
import { expect, test } from 'vitest'
import { openDatabase } from './open-database.ts'
import { eventLogIn } from './sqlite-event-log.ts'

const session = sessionNumber(1)
const neighbour = sessionNumber(2)
const row = sampleRow()

/**
 * Two sessions with three appends of two events each. `damage` then changes the second append of the first.
 */
async function damagedLog(path: string, damage: string) {
  const { database, notices } = openDatabase(path, Date.now)
  const log = eventLogIn(database, { now: () => 5_000, notices })
  for (const each of [session, neighbour]) {
    for (const last of [0, 2, 4]) {
      await log.append(each, last, stamped(each, last, [userSays(`a${last}`), userSays(`b${last}`)]), row)
    }
  }
  database.connection.exec(`${damage} WHERE session = '${session}' AND seq = 4`)
  return { log, database }
}

test.each([
  ['JSON that was cut', 'UPDATE appends SET data = substr(data, 1, 40)'],
  ['invalid compressed data', `UPDATE appends SET data = x'28b52ffd0000'`],
  ['a number for data', 'UPDATE appends SET data = 7'],
  ['a changed text', `UPDATE appends SET data = replace(data, 'b2', 'b3')`],
  ['the data of another row', 'UPDATE appends SET data = (SELECT data FROM appends WHERE seq = 2)'],
  ['an impossible batch', 'UPDATE appends SET batch = 0'],
  ['a lost checksum', 'UPDATE appends SET sum = 0'],
])('a row with %s ends its session before that append, and no other session', async (_, damage) => {
  using folder = temporaryFolder()
  const { log } = await damagedLog(folder.file('log.db'), damage)
  const read = await log.read(session)
  expect(read.map(({ seq }) => seq)).toEqual([1, 2])
  expect(await log.read(neighbour)).toHaveLength(6)
  expect(await log.list({})).toHaveLength(2)
  expect(log.quarantined()).toBe(1)
  expect(await log.head(session)).toBe(read.length)
  await log.close()
})

test('a missing row ends its session, because a gap would falsify it', async () => {
  using folder = temporaryFolder()
  const { log, database } = await damagedLog(folder.file('log.db'), 'DELETE FROM appends')
  expect((await log.read(session)).map(({ seq }) => seq)).toEqual([1, 2])
  expect(database.sql('SELECT reason FROM quarantine').get()).toEqual({ reason: 'event 3 is missing' })
  await log.close()
})

test('a damaged row stays as it is, and a copy with the reason is set aside once', async () => {
  using folder = temporaryFolder()
  const { log, database } = await damagedLog(folder.file('log.db'), `UPDATE appends SET data = 'oops'`)
  await log.read(session)
  await log.read(session, 2)
  expect(await log.read(session, 4)).toEqual([])
  const kept = database.sql('SELECT session, seq, reason, row, at FROM quarantine').all()
  expect(kept).toHaveLength(1)
  expect(kept[0]).toMatchObject({ session, seq: 3, at: 5_000, reason: 'the checksum does not match' })
  expect(JSON.parse(kept[0]?.row as string)).toMatchObject({ data: 'oops', batch: 3 })
  expect(database.sql('SELECT count(*) AS count FROM appends').get()).toEqual({ count: 6 })
  await log.close()
})

test('a damaged session accepts no more events and says how to continue', async () => {
  using folder = temporaryFolder()
  const { log } = await damagedLog(folder.file('log.db'), `UPDATE appends SET data = 'oops'`)
  await log.read(session)
  const append = log.append(session, 2, stamped(session, 2, [userSays('more')]), row)
  await expect(append).rejects.toBeInstanceOf(StorageFailure)
  await expect(append).rejects.toThrow('fork')
  await log.append(neighbour, 6, stamped(neighbour, 6, [userSays('more')]), row)
  await log.close()
})

test('a damaged row ends its session even if nothing can be written', async () => {
  using folder = temporaryFolder()
  const { log, database } = await damagedLog(folder.file('log.db'), `UPDATE appends SET data = 'oops'`)
  database.connection.exec('PRAGMA query_only = ON')
  expect(await log.read(session)).toHaveLength(2)
  expect(log.quarantined()).toBe(0)
  await log.close()
})

test('removing a damaged session removes the rows set aside for it', async () => {
  using folder = temporaryFolder()
  const { log } = await damagedLog(folder.file('log.db'), `UPDATE appends SET data = 'oops'`)
  await log.read(session)
  await log.remove(session)
  expect(log.quarantined()).toBe(0)
  expect(await log.list({})).toHaveLength(1)
  await log.close()
})

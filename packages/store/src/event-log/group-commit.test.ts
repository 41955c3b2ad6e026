import { LogConflict, StorageFailure } from '@convene/engine'
import { sampleRow, sessionNumber, stamped, temporaryFolder, userSays } from '@convene/testkit'
import { expect, test } from 'vitest'
import { groupCommit } from './group-commit.ts'
import { openDatabase } from './open-database.ts'
import { sqliteEventLog } from './sqlite-event-log.ts'

const row = sampleRow()
const hello = (number: number, count = 1) =>
  stamped(
    sessionNumber(number),
    0,
    Array.from({ length: count }, () => userSays('Hello')),
  )

test('appends submitted in one turn of the event loop share one commit', async () => {
  using folder = temporaryFolder()
  const log = sqliteEventLog({ path: folder.file('log.db') })
  await Promise.all(Array.from({ length: 200 }, (_, n) => log.append(sessionNumber(n), 0, hello(n), row)))
  expect(log.commits).toBe(1)
  await log.append(sessionNumber(999), 0, hello(999), row)
  expect(log.commits).toBe(2)
  await log.close()
})

test('a commit holds about 500 events, and one larger append alone', async () => {
  using folder = temporaryFolder()
  const log = sqliteEventLog({ path: folder.file('log.db') })
  await Promise.all(Array.from({ length: 11 }, (_, n) => log.append(sessionNumber(n), 0, hello(n, 100), row)))
  expect(log.commits).toBe(3)
  await log.append(sessionNumber(99), 0, hello(99, 600), row)
  expect(log.commits).toBe(4)
  await log.close()
})

test('a conflict rejects its own append and stores the others in the commit', async () => {
  using folder = temporaryFolder()
  const log = sqliteEventLog({ path: folder.file('log.db') })
  const appends = [1, 2, 3].map((n) => log.append(sessionNumber(n), n === 2 ? 7 : 0, hello(n), row))
  const outcomes = await Promise.allSettled(appends)
  expect(outcomes.map((outcome) => outcome.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  await expect(appends[1]).rejects.toBeInstanceOf(LogConflict)
  expect(log.commits).toBe(1)
  expect(await log.head(sessionNumber(3))).toBe(1)
  await log.close()
})

test('a second append to a session in the same turn follows the first', async () => {
  using folder = temporaryFolder()
  const log = sqliteEventLog({ path: folder.file('log.db') })
  const session = sessionNumber(1)
  await Promise.all([
    log.append(session, 0, stamped(session, 0, [userSays('one')]), row),
    log.append(session, 1, stamped(session, 1, [userSays('two')]), row),
  ])
  expect(await log.head(session)).toBe(2)
  expect(log.commits).toBe(1)
  await log.close()
})

test('a job that breaks the transaction fails alone', async () => {
  using folder = temporaryFolder()
  const { database } = openDatabase(folder.file('log.db'), Date.now)
  const group = groupCommit(database)
  const write = (key: string | null) => ({
    size: 1,
    apply: () => void database.run('INSERT INTO meta (key, value) VALUES (?, ?)', key, key),
  })
  const outcomes = await Promise.allSettled([write('a'), write(null), write('c')].map(group.submit))
  expect(outcomes.map((outcome) => outcome.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(database.sql('SELECT key FROM meta ORDER BY key').all()).toEqual([{ key: 'a' }, { key: 'c' }])
  database.connection.close()
})

test('a writer waits for another that holds the database, then continues', async () => {
  using folder = temporaryFolder()
  const path = folder.file('log.db')
  const log = sqliteEventLog({ path })
  const { database: other } = openDatabase(path, Date.now)
  other.connection.exec('BEGIN IMMEDIATE')
  const append = log.append(sessionNumber(1), 0, hello(1), row)
  let waiting = true
  const settled = append.finally(() => {
    waiting = false
  })
  for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate)
  expect(waiting).toBe(true)
  other.connection.exec('COMMIT')
  await settled
  expect(await log.head(sessionNumber(1))).toBe(1)
  other.connection.close()
  await log.close()
})

test('closing waits for submitted work', async () => {
  using folder = temporaryFolder()
  const path = folder.file('log.db')
  const log = sqliteEventLog({ path })
  const append = log.append(sessionNumber(1), 0, hello(1), row)
  await log.close()
  await append
  const again = sqliteEventLog({ path })
  expect(await again.head(sessionNumber(1))).toBe(1)
  await again.close()
})

test('a storage failure inside a job rejects that job', async () => {
  using folder = temporaryFolder()
  const { database } = openDatabase(folder.file('log.db'), Date.now)
  const refuse = () => {
    throw new StorageFailure('damaged', 'This session is damaged.')
  }
  await expect(groupCommit(database).submit({ size: 1, apply: refuse })).rejects.toThrow('This session is damaged.')
  database.connection.close()
})

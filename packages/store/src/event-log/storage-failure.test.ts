import { randomBytes } from 'node:crypto'
import { renameSync, writeFileSync } from 'node:fs'
import { StorageFailure } from '@convene/engine'
import { sampleRow, sessionNumber, stamped, temporaryFolder, userSays } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { openDatabase } from './open-database.ts'
import { eventLogIn } from './sqlite-event-log.ts'
import { isDatabaseBusy, storageFailure } from './storage-failure.ts'

const session = sessionNumber(1)
const row = sampleRow()
/** Cannot be compressed. */
const noise = randomBytes(45_000).toString('base64')

function openLog(path: string) {
  const { database, notices } = openDatabase(path, Date.now)
  const log = eventLogIn(database, { now: Date.now, notices })
  return { log, pragma: (text: string) => database.connection.exec(`PRAGMA ${text}`) }
}

describe('a disk failure', () => {
  test('from a full disk keeps stored data, says what to do, and is over once there is space', async () => {
    using folder = temporaryFolder()
    const { log, pragma } = openLog(folder.file('log.db'))
    await log.append(session, 0, stamped(session, 0, [userSays('before')]), row)
    pragma('max_page_count = 1')
    const large = stamped(session, 1, [userSays(noise)])
    const neighbour = sessionNumber(2)
    const outcomes = await Promise.allSettled([
      log.append(session, 1, large, row),
      log.append(neighbour, 0, stamped(neighbour, 0, [userSays(`${noise}.`)]), row),
    ])
    expect(outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason.code)).toEqual([
      'disk_full',
      'disk_full',
    ])
    expect(await log.head(session)).toBe(1)
    pragma('max_page_count = 1000000')
    await log.append(session, 1, large, row)
    expect(await log.read(session)).toHaveLength(2)
    await log.close()
  })

  test('from a read-only disk is reported, and is over once it is writable', async () => {
    using folder = temporaryFolder()
    const { log, pragma } = openLog(folder.file('log.db'))
    pragma('query_only = ON')
    const append = () => log.append(session, 0, stamped(session, 0, [userSays('hello')]), row)
    await expect(append()).rejects.toMatchObject({
      code: 'read_only',
      message: expect.stringContaining('CONVENE_HOME'),
    })
    pragma('query_only = OFF')
    await append()
    expect(await log.head(session)).toBe(1)
    await log.close()
  })
})

test('a file moved or deleted while it is open accepts no more events', async () => {
  using folder = temporaryFolder()
  const path = folder.file('log.db')
  const { log } = openLog(path)
  await log.append(session, 0, stamped(session, 0, [userSays('before')]), row)
  const append = () => log.append(session, 1, stamped(session, 1, [userSays('after')]), row)
  renameSync(path, folder.file('elsewhere.db'))
  await expect(append()).rejects.toMatchObject({ code: 'moved' })
  writeFileSync(path, '')
  await expect(append()).rejects.toMatchObject({ code: 'moved' })
  renameSync(folder.file('elsewhere.db'), path)
  await append()
  expect(await log.read(session)).toHaveLength(2)
  await log.close()
})

describe('an error from SQLite or the file system', () => {
  test.each([
    ['disk_full', { errcode: 13 }],
    ['disk_full', { errcode: 4_874 }],
    ['disk_full', { code: 'ENOSPC' }],
    ['read_only', { errcode: 8 }],
    ['read_only', { errcode: 14 }],
    ['read_only', { code: 'EACCES' }],
    ['io_error', { errcode: 10 | (4 << 8) }],
    ['io_error', { code: 'EIO' }],
    ['damaged', { errcode: 11 }],
    ['damaged', { errcode: 26 }],
    ['busy', { errcode: 5 | (2 << 8) }],
  ])('becomes %s', (code, error) => {
    expect(storageFailure({ ...error, message: 'detail' })).toMatchObject({ code })
    expect(storageFailure({ ...error, message: 'detail' })?.message).toContain('(detail)')
  })

  test('stays as it is if it is our own bug', () => {
    expect(storageFailure(new TypeError('undefined is not a function'))).toBeUndefined()
    expect(storageFailure({ errcode: 1, message: 'syntax error' })).toBeUndefined()
  })

  test('is not wrapped twice', () => {
    const failure = new StorageFailure('busy', 'Try again.')
    expect(storageFailure(failure)).toBe(failure)
  })

  test('is worth a retry only if another process is writing', () => {
    expect(isDatabaseBusy({ errcode: 5 | (2 << 8) })).toBe(true)
    expect(isDatabaseBusy({ errcode: 13 })).toBe(false)
    expect(isDatabaseBusy(new Error('no code'))).toBe(false)
  })
})

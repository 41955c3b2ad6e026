import { readdirSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import {
  decided,
  runProgram,
  sampleFacts,
  sampleRow,
  sessionNumber,
  stamped,
  temporaryFolder,
  userSays,
} from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { database } from './database.ts'
import { formerDatabase } from './fixtures/former-database.ts'
import { migrate, type Step, steps, versionOf } from './migrate.ts'
import { sqliteEventLog } from './sqlite-event-log.ts'

const session = sessionNumber(1)
const at = () => Date.UTC(2026, 0, 2, 3, 4, 5)

async function firstVersion(path: string): Promise<void> {
  const log = sqliteEventLog({ path })
  await log.append(session, 0, stamped(session, 0, [userSays('kept')]), sampleRow())
  await log.close()
}

const open = (path: string) => database(path, new DatabaseSync(path))
const second: Step = ({ connection }) => connection.exec('ALTER TABLE appends ADD COLUMN colour TEXT')
const backups = (path: string) => readdirSync(path).filter((name) => name.includes('.backup-'))

test('each step runs once, with a backup of the previous state', async () => {
  using folder = temporaryFolder()
  const path = folder.file('log.db')
  await firstVersion(path)
  const opened = open(path)
  const notices = migrate(opened, at, [...steps, second])
  expect(versionOf(opened)).toBe(steps.length + 1)
  expect(migrate(opened, at, [...steps, second])).toEqual([])
  opened.connection.close()

  const [backup = ''] = backups(folder.path)
  expect(backups(folder.path)).toHaveLength(1)
  expect(notices[0]).toContain(backup)
  expect(statSync(folder.file(backup)).mode & 0o777).toBe(0o600)
  const before = sqliteEventLog({ path: folder.file(backup) })
  expect(await before.read(session)).toHaveLength(1)
  await before.close()
})

test('a new database needs no backup', () => {
  using folder = temporaryFolder()
  const opened = open(folder.file('log.db'))
  expect(migrate(opened, at, [...steps])).toEqual([])
  expect(backups(folder.path)).toEqual([])
  opened.connection.close()
})

test('a failed step leaves the database as it was', async () => {
  using folder = temporaryFolder()
  const path = folder.file('log.db')
  await firstVersion(path)
  const opened = open(path)
  const fails: Step = (target) => {
    second(target)
    throw new Error('no such thing')
  }
  expect(() => migrate(opened, at, [...steps, fails])).toThrow('no such thing')
  expect(versionOf(opened)).toBe(steps.length)
  opened.connection.close()
  const log = sqliteEventLog({ path })
  expect(await log.read(session)).toHaveLength(1)
  await log.close()
})

test('a process killed in the middle of a step leaves the old database and its backup', async () => {
  using folder = temporaryFolder()
  const path = folder.file('log.db')
  await firstVersion(path)
  const program = new URL('./fixtures/die-in-migration.ts', import.meta.url).pathname
  const { signal } = await runProgram([process.execPath, program, path])
  expect(signal).toBe('SIGKILL')
  const log = sqliteEventLog({ path })
  expect(log.notices).toEqual([])
  expect(await log.read(session)).toHaveLength(1)
  await log.close()
  expect(backups(folder.path)).toHaveLength(1)
})

test('a database without a session order gets one, with a backup and without losing anything', async () => {
  using folder = temporaryFolder()
  const path = folder.file('log.db')
  formerDatabase(path, 2, stamped(session, 0, [userSays('kept')]))
  const old = open(path)
  old.connection.exec('ALTER TABLE sessions DROP COLUMN position')
  old.connection.close()

  const log = sqliteEventLog({ path })
  expect(log.notices).toEqual(
    [2, 3, 4, 5, 6, 7, 8].map((from) => expect.stringContaining(`from format ${from} to ${from + 1}`)),
  )
  expect(await log.list({ sort: 'order' })).toMatchObject([{ id: session, order: null }])
  await log.append(session, 1, stamped(session, 1, [userSays('more')]), sampleRow({ order: 4 }))
  expect(await log.list({})).toMatchObject([{ id: session, order: 4, seq: 2 }])
  expect(await log.read(session)).toHaveLength(2)
  await log.close()
  expect(backups(folder.path)).toHaveLength(7)
})

describe('a database with a row per event', () => {
  const other = sessionNumber(2)
  const first = stamped(session, 0, sampleFacts)
  const then = stamped(session, first.length, [userSays('a zeppelin'), userSays('a kite')])
  const events = [...first, ...then, ...stamped(other, 0, [userSays('a balloon')])]

  test('keeps every event, can be searched, and accepts more', async () => {
    using folder = temporaryFolder()
    const path = folder.file('log.db')
    formerDatabase(path, 7, events)
    const log = sqliteEventLog({ path })
    expect([...(await log.read(session)), ...(await log.read(other))]).toEqual(events)
    for (const query of ['zeppelin', 'kite']) expect(await log.list({ query })).toMatchObject([{ id: session }])
    await log.append(other, 1, stamped(other, 1, [userSays('and a plane')]), sampleRow())
    expect(await log.list({ query: 'plane' })).toMatchObject([{ id: other, seq: 2 }])
    expect(await log.verify()).toEqual({ pages: '', damaged: [], unlisted: [], unknown: [] })
    await log.close()
  })

  test('keeps its decisions, even if it is older than their table', async () => {
    using folder = temporaryFolder()
    const path = folder.file('log.db')
    formerDatabase(path, 5, stamped(session, 0, decided('Rust')))
    const log = sqliteEventLog({ path })
    expect(await log.decisions()).toMatchObject([{ session, chosen: 'Rust' }])
    await log.close()
  })

  test.each([
    ['was changed', `UPDATE events SET data = replace(data, 'kite', 'dart')`],
    ['is missing', `DELETE FROM events WHERE message = 'm${first.length + 1}'`],
    ['is not JSON', `UPDATE events SET data = '{', sum = NULL WHERE message = 'm${first.length + 2}'`],
  ])('of which one %s: its session ends before that append, and no other does', async (_, damage) => {
    using folder = temporaryFolder()
    const path = folder.file('log.db')
    formerDatabase(path, 7, events)
    const old = open(path)
    old.connection.exec(damage)
    old.connection.close()
    const log = sqliteEventLog({ path })
    expect(await log.read(session)).toEqual(first)
    expect(await log.read(other)).toHaveLength(1)
    expect((await log.verify()).damaged).toEqual([session])
    await log.close()
    expect(backups(folder.path)).toHaveLength(2)
  })
})

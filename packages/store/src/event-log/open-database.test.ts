import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { sampleRow, sessionNumber, stamped, temporaryFolder, userSays } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { openDatabase, refuseOldSqlite } from './open-database.ts'
import { sqliteEventLog } from './sqlite-event-log.ts'

const session = sessionNumber(1)
const hashOf = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')

describe('opening a database', () => {
  test('creates a folder and files that no other user can read', async () => {
    using folder = temporaryFolder()
    const path = folder.file('home/deep/convene.db')
    const log = sqliteEventLog({ path })
    await log.append(session, 0, stamped(session, 0, [userSays('secret')]), sampleRow())
    expect(statSync(folder.file('home')).mode & 0o777).toBe(0o700)
    for (const part of ['', '-wal', '-shm']) expect(statSync(path + part).mode & 0o777).toBe(0o600)
    await log.close()
  })

  test('sets the options that durability needs', () => {
    using folder = temporaryFolder()
    const { database } = openDatabase(folder.file('log.db'), Date.now)
    const asked = ['journal_mode', 'synchronous', 'foreign_keys'] as const
    const values = asked.map((name) => database.sql(`PRAGMA ${name}`).get()?.[name])
    expect(values).toEqual(['wal', 2, 1])
    database.connection.close()
  })

  test('leaves only the database behind after a clean close', async () => {
    using folder = temporaryFolder()
    const log = sqliteEventLog({ path: folder.file('log.db') })
    await log.append(session, 0, stamped(session, 0, [userSays('hello')]), sampleRow())
    await log.close()
    await log.close()
    expect(readdirSync(folder.path)).toEqual(['log.db'])
  })

  test('refuses one from a newer version and does not touch it', () => {
    using folder = temporaryFolder()
    const path = folder.file('log.db')
    const newer = new DatabaseSync(path)
    newer.exec(
      'PRAGMA journal_mode = WAL; CREATE TABLE future (x); PRAGMA application_id = 1131376177; PRAGMA user_version = 99',
    )
    newer.close()
    const before = hashOf(path)
    expect(() => openDatabase(path, Date.now)).toThrow(expect.objectContaining({ code: 'newer_version' }))
    expect(hashOf(path)).toBe(before)
    expect(readdirSync(folder.path)).toEqual(['log.db'])
  })

  test.each([1, 9])('refuses one of the unreleased format %i, says what to do, and does not touch it', (version) => {
    using folder = temporaryFolder()
    const path = folder.file('log.db')
    const old = new DatabaseSync(path)
    old.exec(`CREATE TABLE events (id INTEGER PRIMARY KEY); PRAGMA user_version = ${version}`)
    old.close()
    const before = hashOf(path)
    expect(() => openDatabase(path, Date.now)).toThrow('Nothing was changed. Move convene.db somewhere else')
    expect([hashOf(path), readdirSync(folder.path)]).toEqual([before, ['log.db']])
  })

  test('refuses one whose newer version is still in its write-ahead log', () => {
    using folder = temporaryFolder()
    const path = folder.file('log.db')
    openDatabase(path, Date.now).database.connection.close()
    const newer = new DatabaseSync(path)
    newer.exec('PRAGMA user_version = 99')
    expect(() => openDatabase(path, Date.now)).toThrow(expect.objectContaining({ code: 'newer_version' }))
    newer.close()
  })

  test('refuses a SQLite version that can damage it', () => {
    for (const version of ['3.51.2', '3.50.9', '2.99.99', '0']) {
      expect(() => refuseOldSqlite(version)).toThrow(expect.objectContaining({ code: 'old_sqlite' }))
    }
    for (const version of ['3.51.3', '3.51.10', '3.100.0', '4.0.0']) refuseOldSqlite(version)
  })

  test('says what to do if the folder cannot be created', () => {
    using folder = temporaryFolder()
    writeFileSync(folder.file('home'), 'a file')
    expect(() => openDatabase(folder.file('home/log.db'), Date.now)).toThrow()
    expect(existsSync(folder.file('home/log.db'))).toBe(false)
  })

  test('checks the whole file once after damage was noticed', async () => {
    using folder = temporaryFolder()
    const path = folder.file('log.db')
    await sqliteEventLog({ path }).close()
    writeFileSync(`${path}.suspect`, 'the disk image is malformed')
    const log = sqliteEventLog({ path })
    expect(log.notices).toEqual([])
    expect(existsSync(`${path}.suspect`)).toBe(false)
    await log.close()
  })
})

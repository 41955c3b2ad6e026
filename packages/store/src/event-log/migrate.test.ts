import { readdirSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { runProgram, sampleRow, sessionNumber, stamped, temporaryFolder, userSays } from '@convene/testkit'
import { expect, test } from 'vitest'
import { database } from './database.ts'
import { type MigrationStep, migrate, migrationSteps, schemaVersion } from './migrate.ts'
import { sqliteEventLog } from './sqlite-event-log.ts'

const session = sessionNumber(1)
const at = () => Date.UTC(2026, 0, 2, 3, 4, 5)

async function firstVersion(path: string): Promise<void> {
  const log = sqliteEventLog({ path })
  await log.append(session, 0, stamped(session, 0, [userSays('kept')]), sampleRow())
  await log.close()
}

const open = (path: string) => database(path, new DatabaseSync(path))
const second: MigrationStep = ({ connection }) => connection.exec('ALTER TABLE appends ADD COLUMN colour TEXT')
const backups = (path: string) => readdirSync(path).filter((name) => name.includes('.backup-'))

test('each step runs once, with a backup of the previous state', async () => {
  using folder = temporaryFolder()
  const path = folder.file('log.db')
  await firstVersion(path)
  const opened = open(path)
  const notices = migrate(opened, at, [...migrationSteps, second])
  expect(schemaVersion(opened)).toBe(migrationSteps.length + 1)
  expect(migrate(opened, at, [...migrationSteps, second])).toEqual([])
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
  expect(migrate(opened, at, [...migrationSteps])).toEqual([])
  expect(backups(folder.path)).toEqual([])
  opened.connection.close()
})

test('a failed step leaves the database as it was', async () => {
  using folder = temporaryFolder()
  const path = folder.file('log.db')
  await firstVersion(path)
  const opened = open(path)
  const fails: MigrationStep = (target) => {
    second(target)
    throw new Error('no such thing')
  }
  expect(() => migrate(opened, at, [...migrationSteps, fails])).toThrow('no such thing')
  expect(schemaVersion(opened)).toBe(migrationSteps.length)
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

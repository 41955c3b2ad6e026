import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, truncateSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { systemOf } from '@convene/platform'
import { sampleRow, sessionNumber, stamped, temporaryFolder, userSays } from '@convene/testkit'
import { expect, test } from 'vitest'
import { recoverLog } from './recover.ts'
import { sqliteEventLog } from './sqlite-event-log.ts'

const pageSize = 4_096
/** Incompressible, so the log has many pages. */
const noise = (bytes: number) => randomBytes(bytes).toString('base64')

async function filledLog(path: string): Promise<void> {
  const log = sqliteEventLog({ path })
  const sessions = Array.from({ length: 20 }, (_, index) => sessionNumber(index + 1))
  for (let last = 0; last < 20; last += 2) {
    const facts = () => [last, last + 1].map((index) => userSays(`says ${index} words ${noise(300)}`))
    await Promise.all(sessions.map((id) => log.append(id, last, stamped(id, last, facts()), sampleRow())))
  }
  await log.close()
}

/** All pages of a table including leaves, so a test damages exactly what it intends to. */
function pagesOf(path: string, table: string): readonly number[] {
  const connection = new DatabaseSync(path)
  const rows = connection.prepare(`SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf'`).all(table)
  connection.close()
  return rows.map((row) => row.pageno as number)
}

function breakPages(path: string, pages: readonly number[]): Buffer {
  const bytes = readFileSync(path)
  for (const page of pages) bytes.fill(0xa5, (page - 1) * pageSize, page * pageSize)
  writeFileSync(path, bytes)
  return bytes
}

/** As after a power cut: with a write-ahead log, so the file is checked. */
const leaveUnclean = (path: string) => writeFileSync(`${path}-wal`, 'torn')

const aside = (path: string) => readdirSync(path).filter((name) => /\.damaged-\d{8}T\d{9}Z$/.test(name))

test('a file that is not a database is set aside untouched, and a new log starts', async () => {
  using folder = temporaryFolder()
  const path = folder.file('log.db')
  const junk = 'not a database at all, '.repeat(500)
  writeFileSync(path, junk)
  const log = sqliteEventLog({ path })
  expect(log.notices).toHaveLength(1)
  expect(log.notices[0]).toContain('None of it could be read')
  const [name = ''] = aside(folder.path)
  expect(readFileSync(folder.file(name), 'utf8')).toBe(junk)
  expect(log.notices[0]).toContain(name)
  await log.append(sessionNumber(1), 0, stamped(sessionNumber(1), 0, [userSays('a new start')]), sampleRow())
  await log.close()
  expect(readdirSync(folder.path).sort()).toEqual(['log.db', name])
})

test('everything outside the broken pages of a file is recovered', async () => {
  using folder = temporaryFolder()
  const path = folder.file('log.db')
  await filledLog(path)
  const leaves = pagesOf(path, 'appends')
  const bytes = breakPages(path, [leaves[3] ?? 0, leaves[4] ?? 0])
  leaveUnclean(path)

  const log = sqliteEventLog({ path })
  const [name = ''] = aside(folder.path)
  expect(readFileSync(folder.file(name)).equals(bytes)).toBe(true)
  expect(readFileSync(folder.file(`${name}-wal`), 'utf8')).toBe('torn')
  expect(log.notices[0]).toMatch(/\d+ events of \d+ sessions recovered; some parts/)

  const sessions = await log.list({})
  const whole = sessions.filter(({ seq }) => seq === 20)
  expect(whole.length).toBeGreaterThanOrEqual(8)
  for (const { id } of whole) expect(await log.read(id)).toHaveLength(20)
  expect((await log.list({ query: 'says words' })).length).toBeGreaterThanOrEqual(16)
  await log.close()
})

test('everything is recovered from a file with broken derived tables', async () => {
  using folder = temporaryFolder()
  const path = folder.file('log.db')
  await filledLog(path)
  breakPages(path, pagesOf(path, 'sessions'))
  leaveUnclean(path)
  const log = sqliteEventLog({ path })
  expect(log.notices[0]).toContain('400 events of 20 sessions recovered.')
  expect(await log.list({})).toHaveLength(20)
  await log.close()
})

test('the remaining part of a truncated file is recovered', async () => {
  using folder = temporaryFolder()
  const path = folder.file('log.db')
  await filledLog(path)
  truncateSync(path, Math.floor(readFileSync(path).length / 2 / pageSize) * pageSize)
  leaveUnclean(path)
  const log = sqliteEventLog({ path })
  expect(log.notices).toHaveLength(1)
  for (const { id, seq } of await log.list({})) expect(await log.read(id)).toHaveLength(seq)
  await log.close()
})

test('damage found while the log is in use is repaired the next time it is opened', async () => {
  using folder = temporaryFolder()
  const path = folder.file('log.db')
  await filledLog(path)
  breakPages(path, pagesOf(path, 'appends'))
  const unlucky = sqliteEventLog({ path })
  await expect(unlucky.read(sessionNumber(1))).rejects.toMatchObject({ code: 'damaged' })
  await unlucky.close()
  const log = sqliteEventLog({ path })
  expect(log.notices).toHaveLength(1)
  expect(aside(folder.path)).toHaveLength(1)
  await log.close()
})

test('a recovery killed before the new file got its name is completed', async () => {
  using folder = temporaryFolder()
  const path = folder.file('log.db')
  await filledLog(path)
  renameSync(path, `${path}.recovered`)
  const log = sqliteEventLog({ path })
  expect(await log.list({})).toHaveLength(20)
  await log.close()
})

test('every event and large text is recovered from a file without its first page', async () => {
  using folder = temporaryFolder()
  const path = folder.file('log.db')
  const large = 'zeppelin '.repeat(20_000)
  const log = sqliteEventLog({ path })
  await log.append(sessionNumber(1), 0, stamped(sessionNumber(1), 0, [userSays('small'), userSays(large)]), sampleRow())
  await log.close()
  breakPages(path, [1])
  leaveUnclean(path)
  const again = sqliteEventLog({ path })
  expect(again.notices[0]).toContain('2 events of 1 session recovered')
  const [, second] = await again.read(sessionNumber(1))
  expect(second?.data).toMatchObject({ text: large })
  await again.close()
})

test('events are found in the leaves of a file without its inner pages', async () => {
  using folder = temporaryFolder()
  const path = folder.file('log.db')
  await filledLog(path)
  const connection = new DatabaseSync(path)
  const inner = connection.prepare(`SELECT pageno FROM dbstat WHERE name = 'appends' AND pagetype = 'internal'`).all()
  connection.close()
  breakPages(
    path,
    inner.map((row) => row.pageno as number),
  )
  leaveUnclean(path)
  const log = sqliteEventLog({ path })
  expect(log.notices[0]).toContain('400 events of 20 sessions recovered')
  expect(await log.read(sessionNumber(20))).toHaveLength(20)
  await log.close()
})

test('a deleted session does not reappear after a recovery', async () => {
  using folder = temporaryFolder()
  const path = folder.file('log.db')
  await filledLog(path)
  const before = sqliteEventLog({ path })
  for (let number = 1; number <= 19; number += 1) await before.remove(sessionNumber(number))
  await before.close()
  breakPages(path, [pagesOf(path, 'appends')[0] ?? 0])
  leaveUnclean(path)
  const log = sqliteEventLog({ path })
  expect((await log.list({})).filter(({ id }) => id !== sessionNumber(20))).toEqual([])
  await log.close()
})

test('a file emptied while in use is recovered from its write-ahead log', async () => {
  using folder = temporaryFolder()
  const path = folder.file('log.db')
  const live = sqliteEventLog({ path })
  await live.append(sessionNumber(1), 0, stamped(sessionNumber(1), 0, [userSays('kept'), userSays('too')]), sampleRow())
  const log = readFileSync(`${path}-wal`)
  await live.close()
  truncateSync(path, 0)
  writeFileSync(`${path}-wal`, log)
  const again = sqliteEventLog({ path })
  expect(again.notices[0]).toContain('the file is empty')
  expect(await again.read(sessionNumber(1))).toHaveLength(2)
  await again.close()
})

test('an emptied file does not pass for a new one: a notice says that sessions are gone', async () => {
  using folder = temporaryFolder()
  const path = folder.file('log.db')
  await filledLog(path)
  writeFileSync(folder.file('owners.db'), 'x')
  truncateSync(path, 0)
  const log = sqliteEventLog({ path })
  expect(log.notices).toEqual([expect.stringContaining('is empty (0 bytes)')])
  await log.close()
})

test.each([
  ['linux', false],
  ['darwin', false],
  ['win32', true],
])('on %s, the damaged file is closed only when that cannot change or block it', (name, isInPlace) => {
  using folder = temporaryFolder()
  const path = folder.file('log.db')
  writeFileSync(path, 'not a database')
  const found: boolean[] = []
  const release = () => void found.push(existsSync(path))
  recoverLog(path, { reason: 'torn', now: () => 0, release }, systemOf(name))
  expect(found).toEqual([isInPlace])
  expect(aside(folder.path)).toHaveLength(1)
})

import { DatabaseSync } from 'node:sqlite'
import { fact } from '@convene/domain'
import { sampleRow, sessionNumber, stamped, temporaryFolder, userSays } from '@convene/testkit'
import { expect, test } from 'vitest'
import { openDatabase } from './open-database.ts'
import { eventLogIn, sqliteEventLog } from './sqlite-event-log.ts'

const session = sessionNumber(1)
const large = 'zeppelin '.repeat(10_000)

async function filled(path: string) {
  const { database, notices } = openDatabase(path, Date.now)
  const log = eventLogIn(database, { now: Date.now, notices })
  const created = fact('session.created', { goal: 'Choose a database', workspace: '/w', title: 'Databases' })
  const row = sampleRow({ title: 'Databases', goal: 'Choose a database', workspace: '/w', messages: 2 })
  await log.append(session, 0, stamped(session, 0, [created, userSays('Which one?'), userSays(large)]), row)
  return { log, database }
}

test('derived tables can be dropped and are restored when the log is opened', async () => {
  using folder = temporaryFolder()
  const path = folder.file('log.db')
  await (await filled(path)).log.close()
  const connection = new DatabaseSync(path)
  connection.exec('DROP TABLE sessions; DROP TABLE search; DROP TABLE text_uses; DROP TABLE snapshots')
  connection.close()

  const again = sqliteEventLog({ path })
  for (const query of ['which', 'zeppelin', 'choose', 'databases']) {
    expect((await again.list({ query })).map(({ id }) => id)).toEqual([session])
  }
  const [listed] = await again.list({})
  expect(listed).toMatchObject({ seq: 3, title: 'Databases', goal: 'Choose a database', workspace: '/w', messages: 2 })
  expect(await again.read(session)).toHaveLength(3)
  await again.append(session, 3, stamped(session, 3, [userSays('More')]), sampleRow())
  await again.remove(session)
  expect(await again.list({})).toEqual([])
  await again.close()
})

test('a rebuild restores a session once its rows are intact again', async () => {
  using folder = temporaryFolder()
  const { log, database } = await filled(folder.file('log.db'))
  database.connection.exec('UPDATE appends SET sum = sum + 1')
  expect(await log.read(session)).toEqual([])
  database.connection.exec('UPDATE appends SET sum = sum - 1')
  await log.rebuild()
  expect(log.quarantined()).toBe(0)
  expect(await log.head(session)).toBe(3)
  await log.append(session, 3, stamped(session, 3, [userSays('More')]), sampleRow())
  await log.close()
})

test('a rebuild keeps a damaged session listed, up to its last readable event', async () => {
  using folder = temporaryFolder()
  const { log, database } = await filled(folder.file('log.db'))
  await log.append(session, 3, stamped(session, 3, [userSays('More')]), sampleRow())
  database.connection.exec(`UPDATE appends SET data = 'oops' WHERE seq = 4`)
  await log.rebuild()
  expect(await log.list({})).toMatchObject([{ id: session, seq: 3 }])
  await expect(log.append(session, 3, [], sampleRow())).rejects.toThrow('fork')
  await log.close()
})

test('a text shared by two sessions is stored once and removed with the last of them', async () => {
  using folder = temporaryFolder()
  const { log, database } = await filled(folder.file('log.db'))
  const other = sessionNumber(2)
  const count = () => database.sql('SELECT count(*) AS count FROM texts').get()?.count
  await log.append(other, 0, stamped(other, 0, [userSays(large), userSays(large)]), sampleRow())
  expect(count()).toBe(1)
  await log.remove(session)
  expect(count()).toBe(1)
  await log.remove(other)
  expect(count()).toBe(0)
  await log.close()
})

test('a message is found even if its event reuses the id of a removed one', async () => {
  using folder = temporaryFolder()
  const { log } = await filled(folder.file('log.db'))
  expect(await log.list({ query: 'zeppelin' })).toHaveLength(1)
  await log.remove(session)
  const other = sessionNumber(2)
  await log.append(other, 0, stamped(other, 0, [userSays('balloon'), userSays('kite')]), sampleRow())
  expect(await log.list({ query: 'kite' })).toHaveLength(1)
  expect(await log.list({ query: 'zeppelin' })).toEqual([])
  await log.close()
})

test('messages are indexed in batches as they arrive, and the rest when the log is closed', async () => {
  using folder = temporaryFolder()
  const path = folder.file('log.db')
  const { log, database } = await filled(path)
  const indexed = () => Number(database.sql(`SELECT value FROM meta WHERE key = 'indexed'`).get()?.value ?? 0)
  expect(indexed()).toBe(0)
  const many = Array.from({ length: 250 }, (_, index) => userSays(`number ${index}`))
  await log.append(session, 3, stamped(session, 3, many), sampleRow())
  await log.append(session, 253, stamped(session, 253, [userSays('after')]), sampleRow())
  expect(indexed()).toBeGreaterThanOrEqual(2)
  await log.close()
  const again = openDatabase(path, Date.now)
  expect(again.database.sql(`SELECT value FROM meta WHERE key = 'indexed'`).get()).toEqual({ value: '3' })
  again.database.connection.close()
})

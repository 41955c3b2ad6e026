import { sampleRow, sessionNumber, stamped, temporaryFolder, userSays } from '@convene/testkit'
import { expect, test } from 'vitest'
import { openDatabase } from './open-database.ts'
import { eventLogIn } from './sqlite-event-log.ts'

const session = sessionNumber(1)
const neighbour = sessionNumber(2)

async function filled(path: string) {
  const { database, notices } = openDatabase(path, Date.now)
  const log = eventLogIn(database, { now: Date.now, notices })
  for (const each of [session, neighbour]) {
    await log.append(each, 0, stamped(each, 0, [userSays('Which one?')]), sampleRow())
    await log.append(each, 1, stamped(each, 1, [userSays(`zeppelin ${each} `.repeat(4_000))]), sampleRow())
  }
  return { log, exec: (sql: string) => database.connection.exec(sql) }
}

test.each([
  [
    'an event that was changed',
    `UPDATE appends SET data = replace(data, 'Which', 'Witch') WHERE session = '${session}'`,
  ],
  ['an event that moved', `UPDATE appends SET batch = 2 WHERE session = '${session}' AND seq = 1`],
  ['a changed large text', `UPDATE texts SET text = replace(text, '${session}', 'x')`],
  ['a missing event', `DELETE FROM appends WHERE session = '${session}' AND seq = 2`],
  ['the loss of all events', `DELETE FROM appends WHERE session = '${session}'`],
])('%s is detected, and only in its session', async (_, damage) => {
  using folder = temporaryFolder()
  const { log, exec } = await filled(folder.file('log.db'))
  expect(await log.verify()).toEqual({ pages: '', damaged: [], unlisted: [], unknown: [] })
  exec(damage)
  expect(await log.verify()).toEqual({ pages: '', damaged: [session], unlisted: [], unknown: [] })
  await log.close()
})

test('an altered event is noticed when the database is opened, until it is set aside', async () => {
  using folder = temporaryFolder()
  const { log, exec } = await filled(folder.file('log.db'))
  exec(`UPDATE appends SET data = replace(data, 'Which', 'Witch') WHERE session = '${session}'`)
  await log.close()
  const again = openDatabase(folder.file('log.db'), Date.now)
  expect(again.notices).toEqual([expect.stringContaining(`damaged events, in 1 session: ${session}`)])
  const repaired = eventLogIn(again.database, { now: Date.now, notices: [] })
  await repaired.recheck((await repaired.verify()).damaged)
  await repaired.close()
  const last = openDatabase(folder.file('log.db'), Date.now)
  expect(last.notices).toEqual([])
  last.database.connection.close()
})

test('a session that lost its end continues from where it ends now', async () => {
  using folder = temporaryFolder()
  const { log, exec } = await filled(folder.file('log.db'))
  exec(
    `DELETE FROM appends WHERE session = '${session}' AND seq = 2; DELETE FROM appends WHERE session = '${neighbour}'`,
  )
  await log.recheck((await log.verify()).damaged)
  expect((await log.list({})).map(({ id, seq }) => [id, seq])).toEqual([[session, 1]])
  await log.append(session, 1, stamped(session, 1, [userSays('Again')]), sampleRow())
  expect((await log.verify()).damaged).toEqual([])
  await log.close()
})

test('an emptied session list is rebuilt from the events', async () => {
  using folder = temporaryFolder()
  const { log, exec } = await filled(folder.file('log.db'))
  exec('DELETE FROM sessions')
  const { unlisted } = await log.verify()
  expect(unlisted).toEqual([session, neighbour])
  await log.recheck(unlisted)
  expect(await log.list({ query: 'zeppelin' })).toHaveLength(2)
  await log.close()
})

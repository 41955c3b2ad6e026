import { sampleRow, sessionNumber, stamped, temporaryFolder, userSays } from '@convene/testkit'
import { expect, test } from 'vitest'
import { appendRow } from './append-row.ts'
import { openDatabase } from './open-database.ts'
import { eventLogIn } from './sqlite-event-log.ts'

const session = sessionNumber(1)

test('an event that was rewritten together with its checksum is found', async () => {
  using folder = temporaryFolder()
  const { database, notices } = openDatabase(folder.file('log.db'), Date.now)
  const log = eventLogIn(database, { now: () => 5_000, notices })
  await log.append(session, 0, stamped(session, 0, [userSays('yes')]), sampleRow())
  const before = await log.chains()
  expect(before).toEqual({ broken: [], heads: expect.stringMatching(/^[0-9a-f]{64}$/u) })
  const stored = [{ type: 'message', v: 1, at: 1_000, id: 'm1', data: userSays('no').data }]
  const link = (await log.links(session))[0]?.link ?? ''
  const { data, sum } = appendRow({ session, batch: 1, stored, text: JSON.stringify(stored), link })
  database.run('UPDATE appends SET data = ?, sum = ?', data, sum)
  expect((await log.verify()).damaged).toEqual([])
  expect((await log.chains()).broken).toEqual([session])
  await log.close()
})

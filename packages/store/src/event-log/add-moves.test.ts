import { DatabaseSync } from 'node:sqlite'
import type { Event } from '@convene/domain'
import {
  answerParts,
  callParts,
  type Play,
  runOf,
  Stage,
  sampleRow,
  sessionNumber,
  temporaryFolder,
} from '@convene/testkit'
import { expect, test } from 'vitest'
import { sqliteEventLog } from './sqlite-event-log.ts'

/** The log of a session that runs for a while and is then abandoned by its process. */
async function played(model: Play, ms: number): Promise<readonly Event[]> {
  const stage = new Stage({ model })
  await stage.create(runOf())
  await stage.play(ms)
  return stage.events
}

test('a database of format 8 learns which sessions move, and leaves a backup', async () => {
  using folder = temporaryFolder()
  const path = folder.file('log.db')
  const logs = {
    interrupted: await played(() => ['hangs'], 10),
    asking: await played(() => callParts(['write', 'a']), 1_000),
    finished: await played(() => answerParts('Yes.'), 10),
  }
  const before = sqliteEventLog({ path })
  for (const [number, events] of Object.values(logs).entries()) {
    const session = sessionNumber(number)
    await before.append(
      session,
      0,
      events.map((event) => ({ ...event, session })),
      sampleRow({ title: `${number}`, createdAt: number }),
    )
  }
  await before.close()
  const old = new DatabaseSync(path)
  old.exec('ALTER TABLE sessions DROP COLUMN moves; PRAGMA user_version = 8')
  old.close()

  const log = sqliteEventLog({ path })
  expect(log.notices).toEqual([expect.stringContaining('from format 8 to 9')])
  expect((await log.list({ moving: true })).map(({ id }) => id)).toEqual([sessionNumber(0)])
  expect(await log.list({})).toHaveLength(3)
  await log.close()
})

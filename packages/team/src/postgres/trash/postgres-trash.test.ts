import { describeTrash, sampleRow, sessionNumber, stamped, userSays } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { databaseFixture } from '../database/database.fixture.ts'
import { postgresEventLog } from '../event-log/postgres-event-log.ts'
import { postgresTrash } from './postgres-trash.ts'

const fixture = await databaseFixture()

if (fixture)
  await describeTrash('Postgres', async () => {
    await fixture.empty()
    const database = await fixture.opened()
    return { mine: postgresTrash(database), theirs: postgresTrash(database), close: async () => {} }
  })

describe.skipIf(!fixture)("a space's trash", () => {
  test('has what was deleted in that space, even by the operator, and nothing of another', async () => {
    const database = await fixture?.opened()
    if (!database) return
    await fixture?.empty()
    const log = await postgresEventLog({ database })
    const session = sessionNumber(1)
    await log.inSpace('blue').append(session, 0, stamped(session, 0, [userSays('x')]), sampleRow())
    await log.close()
    const [all, name] = [postgresTrash(database), `${session}.jsonl`]
    const [blue, red] = [all.inSpace('blue'), all.inSpace('red')]
    await all.put(name, Buffer.from('events'), 'Title')
    expect([(await blue.list()).length, (await red.list()).length]).toEqual([1, 0])
    expect(await all.list()).toMatchObject([{ name, space: 'blue', title: 'Title' }])
    await red.remove(name)
    await red.empty(Date.now() + 1_000)
    await red.put(name, Buffer.from('forged')).catch(() => undefined)
    expect([await red.get(name), String(await blue.get(name))]).toEqual([undefined, 'events'])
    // Like a worker that finds its worktree later.
    await database.ask({ text: 'DELETE FROM sessions' })
    await all.put(`${session}-ada.patch`, Buffer.from('patch'))
    expect([(await blue.list()).length, (await red.list()).length]).toEqual([2, 0])
  })
})

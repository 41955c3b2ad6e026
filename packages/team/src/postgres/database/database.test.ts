import { expect, test } from 'vitest'
import { databaseFixture } from './database.fixture.ts'
import { isCutOff } from './failure.ts'

const fixture = await databaseFixture()

if (fixture)
  test('a process that hangs in a transaction loses its locks', async () => {
    const hanging = await fixture.opened({ stalledMs: 200 })
    const other = await fixture.opened({})
    await other.ask({ text: 'CREATE TABLE held (n int)' })
    await other.ask({ text: 'INSERT INTO held VALUES (1)' })
    const awake = Promise.withResolvers<void>()
    const locked = Promise.withResolvers<void>()
    const late = hanging.atomically(async ({ run }) => {
      await run({ text: 'UPDATE held SET n = 2' })
      locked.resolve()
      await awake.promise
    })
    await locked.promise
    await other.ask({ text: 'UPDATE held SET n = 3' })
    awake.resolve()
    await expect(late).rejects.toSatisfy(isCutOff)
    expect(await other.ask({ text: 'SELECT n FROM held' })).toEqual([{ n: 3 }])
  })

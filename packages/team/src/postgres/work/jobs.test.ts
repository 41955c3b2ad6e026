import type { SessionId } from '@convene/domain'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { databaseFixture } from '../database/database.fixture.ts'
import { Jobs } from './jobs.ts'
import { bossOn, prepareQueue, SCHEMA } from './queue.ts'

const fixture = await databaseFixture()

describe.skipIf(!fixture)('jobs', async () => {
  if (!fixture) return
  const database = await fixture.opened()
  await prepareQueue(database)
  const boss = bossOn(database, false)
  await boss.start()
  afterAll(() => boss.stop({ graceful: false, close: false }))
  const jobs = new Jobs(boss, database, { id: 'one', fold: 1, host: 'here' })
  beforeEach(async () => {
    await fixture.empty()
    await database.ask({ text: `DELETE FROM ${SCHEMA}.job` })
  })

  /** Sessions of a space that have something to do. */
  async function waiting(space: string, count: number): Promise<void> {
    const ids = Array.from({ length: count }, (_, index) => `${space}-${index}` as SessionId)
    await database.ask({
      text: `INSERT INTO sessions (id, space, seq, chain, data, phase, team, workspace, title, tags, asks, tokens, pinned, created_at, updated_at, moves)
        SELECT id, $2, 1, '', '{}', 'running', '', '', '', '{}', 0, 0, false, 0, 0, true FROM unnest($1::text[]) id`,
      values: [ids, space],
    })
    await database.atomically((connection) => jobs.enqueue(connection, ids))
  }
  const taken = async (most: number) => (await jobs.take(most)).map(({ session }) => session).toSorted()

  test('of a space with a long queue do not keep another space waiting', async () => {
    await waiting('busy', 300)
    await waiting('quiet', 2)
    expect(await taken(4)).toEqual(['busy-0', 'busy-1', 'quiet-0', 'quiet-1'])
  })

  test('of a space with running jobs wait behind a space without any', async () => {
    await waiting('busy', 20)
    expect(await taken(3)).toHaveLength(3)
    await waiting('quiet', 4)
    expect(await taken(3)).toEqual(['quiet-0', 'quiet-1', 'quiet-2'])
    expect(await taken(2)).toEqual(['busy-3', 'quiet-3'])
  })

  test('of one space are taken longest-waiting first, and concurrent workers take different ones', async () => {
    await waiting('only', 9)
    expect(await taken(3)).toEqual(['only-0', 'only-1', 'only-2'])
    const both = (await Promise.all([taken(3), taken(3)])).flat()
    expect(new Set(both).size).toBe(both.length)
  })

  test('of a deleted session are taken too, so they end', async () => {
    await waiting('busy', 2)
    await database.ask({ text: `DELETE FROM sessions WHERE id = 'busy-0'` })
    expect(await taken(5)).toEqual(['busy-0', 'busy-1'])
  })
})

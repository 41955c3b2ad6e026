import type { Outcome, SessionId } from '@convene/domain'
import { describeCircuits, sampleRow, sessionNumber, stamped, userSays } from '@convene/testkit'
import { beforeEach, describe, expect, test } from 'vitest'
import { databaseFixture } from '../database/database.fixture.ts'
import type { PostgresDatabase } from '../database/database.ts'
import { postgresEventLog } from '../event-log/postgres-event-log.ts'
import { postgresCircuits } from './postgres-circuits.ts'

const fixture = await databaseFixture()

/** Two processes, with the sessions 1 and 2 in the main space and 3 in one that has its own keys. */
async function opened() {
  const database = (await fixture?.opened()) as PostgresDatabase
  await fixture?.empty()
  const log = await postgresEventLog({ database })
  for (const number of [1, 2, 3]) {
    const session = sessionNumber(number)
    const space = number === 3 ? 'research' : 'main'
    await log.inSpace(space).append(session, 0, stamped(session, 0, [userSays('x')]), sampleRow())
  }
  await log.close()
  const pass = async (ms: number) =>
    void (await database.ask({ text: "UPDATE circuits SET until = until - $1 * interval '1 ms'", values: [ms] }))
  return { mine: postgresCircuits(database), theirs: postgresCircuits(database), database, pass, close: async () => {} }
}

if (fixture) await describeCircuits('Postgres', opened)

const limited: Outcome = {
  ...{ kind: 'failed', code: 'rate_limited', message: '', retryable: true, partial: '', usage: null, ms: 1 },
  retryAfterMs: 20_000,
}
const call = (number: number) => ({ session: sessionNumber(number) as SessionId, model: 'alpha/one' })

describe.skipIf(!fixture)("a provider's limits, with several servers calling it", () => {
  beforeEach(async () => fixture?.empty())

  test('make all servers wait if one is asked to', async () => {
    const { mine, theirs, pass } = await opened()
    await mine.leave(call(1), limited)
    expect(await theirs.enter(call(2))).toMatchObject({ code: 'rate_limited', retryable: true })
    await pass(20_000)
    expect(await theirs.enter(call(2))).toBeUndefined()
  })

  test('make nobody wait for hours because of one request', async () => {
    const { mine, theirs } = await opened()
    await mine.leave(call(1), { ...limited, retryAfterMs: 86_400_000 })
    const refused = await theirs.enter(call(2))
    expect(refused?.kind === 'failed' && (refused.retryAfterMs ?? 0) <= 60_000).toBe(true)
  })

  test('do not affect other spaces if a space has its own keys', async () => {
    const { mine, theirs, database } = await opened()
    await database.ask({
      text: `INSERT INTO spaces (id, name, created_at) VALUES ('research', 'Research', 0) ON CONFLICT DO NOTHING`,
    })
    await database.ask({ text: `INSERT INTO space_keys VALUES ('research', 'KEY', '', 0) ON CONFLICT DO NOTHING` })
    for (const _ of Array(5)) await mine.leave(call(3), limited)
    expect([await theirs.enter(call(1)), (await theirs.enter(call(3)))?.kind]).toEqual([undefined, 'failed'])
    await mine.leave(call(3), { kind: 'reply', text: '', reasoning: '', calls: [], usage: null, finish: 'stop', ms: 1 })
    for (const _ of Array(5)) await mine.leave(call(1), limited)
    expect([(await theirs.enter(call(2)))?.kind, await theirs.enter(call(3))]).toEqual(['failed', undefined])
  })

  test('do not block calls if the database does not answer, and outcomes are not lost', async () => {
    const broken = postgresCircuits({
      ask: async () => {
        throw new Error('gone')
      },
    } as never)
    expect(await broken.enter(call(1))).toBeUndefined()
    await expect(broken.leave(call(1), limited)).resolves.toBeUndefined()
  })
})

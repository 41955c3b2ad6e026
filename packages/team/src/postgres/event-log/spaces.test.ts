import type { SessionId } from '@convene/domain'
import { type EventLog, LogConflict } from '@convene/engine'
import { decided, type Random, random, sampleRow, sessionNumber, stamped, userSays } from '@convene/testkit'
import { afterAll, describe, expect, test } from 'vitest'
import { databaseFixture } from '../database/database.fixture.ts'
import type { PostgresDatabase } from '../database/database.ts'
import { type PostgresEventLog, postgresEventLog } from './postgres-event-log.ts'

const fixture = await databaseFixture()
const SPACES = ['main', 'research', 'sales'] as const
const seeds = Array.from({ length: process.env.CONVENE_LONG ? 100 : 3 }, (_, index) => index + 1)

describe.skipIf(!fixture)('sessions of several spaces', async () => {
  const database = (await fixture?.opened()) as PostgresDatabase
  const open = async (on: PostgresDatabase) =>
    (fixture && (await postgresEventLog({ database: on }))) as PostgresEventLog
  const log = await open(database)
  /** Postgres shows it all spaces, like a superuser, so only the statements keep them apart. */
  const unsecured = await open({ ...database, inSpace: (_space, work) => database.atomically(work) })
  afterAll(() => Promise.all([log?.close(), unsecured?.close()]))

  test.each(seeds)(
    'a space shows all of its own sessions and nothing of another, in every query (seed %i)',
    async (seed) => {
      await fixture?.empty()
      const owners = await fill(log, random(seed))
      for (const [space, bound] of SPACES.flatMap((each) =>
        [log, unsecured].map((on) => [each, on.inSpace(each)] as const),
      )) {
        const own = [...owners].flatMap(([id, owner]) => (owner === space ? [id] : []))
        for (const [query, ids] of await seen(bound, [...owners.keys()]))
          expect([query, ids.toSorted()]).toEqual([query, own])
        await writesNothingElsewhere(bound, log, owners, space)
      }
      for (const [id, space] of owners) {
        const same = [...owners].flatMap(([other, owner]) => (owner === space ? [other] : []))
        expect((await log.list({ sameSpaceAs: id, query: 'lamp' })).map((row) => row.id).toSorted()).toEqual(same)
      }
      expect((await log.list({})).length).toBe(owners.size)
    },
  )

  test('a statement that forgets the space sees no rows of another one', async () => {
    await fixture?.empty()
    await fill(log, random(1))
    const tables = { sessions: 'id', appends: 'session', snapshots: 'session', decisions: 'session' }
    for (const [table, column] of Object.entries(tables)) {
      const text = `SELECT DISTINCT ${column} AS id FROM ${table}`
      const [all, own, none] = await Promise.all([
        database.ask<{ id: SessionId }>({ text }),
        database.inSpace('research', ({ run }) => run<{ id: SessionId }>({ text })),
        database.inSpace('', ({ run }) => run({ text })),
      ])
      const research = new Set((await log.inSpace('research').list({})).map(({ id }) => id))
      expect([table, own.map(({ id }) => id).toSorted()]).toEqual([
        table,
        all
          .map(({ id }) => id)
          .filter((id) => research.has(id))
          .toSorted(),
      ])
      expect([table, own.length > 0, none]).toEqual([table, true, []])
    }
  })

  test('a search in a space uses the index', async () => {
    const text = `EXPLAIN SELECT id FROM sessions WHERE space = 'research' AND id IN (SELECT session FROM words WHERE words @@ '''x'''::tsquery)`
    const plan = await database.inSpace('research', async ({ run }) => {
      // With a handful of rows every plan is cheap, so only the word index is left to find them.
      for (const way of ['seqscan', 'indexscan', 'indexonlyscan', 'nestloop'])
        await run({ text: `SET LOCAL enable_${way} = off` })
      return run<{ 'QUERY PLAN': string }>({ text })
    })
    expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('words_words')
  })
})

/** Sessions with the same words in all spaces, each with a decision, a snapshot and a time to wake. */
async function fill(log: PostgresEventLog, { between, below }: Random): Promise<ReadonlyMap<SessionId, string>> {
  const owners = new Map<SessionId, string>()
  for (let number = 1; number <= 12; number += 1) {
    const [session, space] = [
      sessionNumber(number),
      SPACES[number <= SPACES.length ? number - 1 : below(SPACES.length)] ?? '',
    ]
    const row = sampleRow({
      title: 'harbour',
      wakeAt: between(1, 9),
      asks: 1,
      pinned: between(0, 1) === 1,
      team: 'crew',
    })
    const bound = log.inSpace(space)
    await bound.append(session, 0, stamped(session, 0, [userSays('a lamp in the harbour'), ...decided('d1')]), row)
    await bound.keep(session, { version: '1', seq: 1, state: {} })
    owners.set(session, space)
  }
  await log.decisions()
  return owners
}

/** Each query's result, as session ids. */
async function seen(
  log: EventLog,
  all: readonly SessionId[],
): Promise<readonly (readonly [string, readonly SessionId[]])[]> {
  const listed = async (query: Parameters<EventLog['list']>[0]) => (await log.list(query)).map(({ id }) => id)
  const each = async (has: (id: SessionId) => Promise<boolean>) => {
    const answers = await Promise.all(all.map(async (id) => ({ id, has: await has(id) })))
    return answers.flatMap(({ id, has }) => (has ? [id] : []))
  }
  const sorts = ['changed', 'created', 'title', 'cost', 'tokens', 'order'] as const
  return [
    ...(await Promise.all(sorts.map(async (sort) => [`by ${sort}`, await listed({ sort })] as const))),
    ['search', await listed({ query: 'lamp' })],
    ['title', await listed({ query: 'harb' })],
    ['waiting', await listed({ waiting: true })],
    ['team', await listed({ team: 'crew' })],
    ['ids', await listed({ ids: all })],
    ['find', (await Promise.all(all.map((id) => log.find(id)))).flat()],
    ['due', await log.due(10)],
    ['decisions', [...new Set((await log.decisions()).map(({ session }) => session))]],
    ['head', await each(async (id) => (await log.head(id)) > 0)],
    ['read', await each(async (id) => (await log.read(id)).length > 0)],
    ['snapshot', await each(async (id) => (await log.snapshot(id)) !== undefined)],
  ]
}

async function writesNothingElsewhere(
  bound: EventLog,
  log: EventLog,
  owners: ReadonlyMap<SessionId, string>,
  space: string,
): Promise<void> {
  const [other] = [...owners].find(([, owner]) => owner !== space) ?? []
  if (!other) return
  const before = [await log.head(other), await log.snapshot(other)]
  const head = await log.head(other)
  await expect(bound.append(other, head, stamped(other, head, [userSays('mine now')]), sampleRow())).rejects.toThrow(
    LogConflict,
  )
  await expect(bound.append(other, 0, stamped(other, 0, [userSays('mine now')]), sampleRow())).rejects.toThrow(
    LogConflict,
  )
  await bound.remove(other)
  await bound.keep(other, { version: '2', seq: 9, state: { stolen: true } })
  expect([await log.head(other), await log.snapshot(other)]).toEqual(before)
}

import type { SessionId } from '@convene/domain'
import { Conflict } from '@convene/engine'
import { sampleRow, sessionNumber, stamped, userSays } from '@convene/testkit'
import { describe, expect, onTestFinished, test } from 'vitest'
import { databaseFixture } from './database/database.fixture.ts'
import { openPostgresStore, type PostgresStore } from './open-store.ts'
import { prepareQueue, SCHEMA } from './work/queue.ts'

const fixture = await databaseFixture()
if (fixture) await prepareQueue(await fixture.opened())

/** A process: a web server with capacity 0, or a worker. */
async function opened(capacity: number): Promise<PostgresStore> {
  const store = await openPostgresStore({ url: fixture?.url ?? '', capacity })
  onTestFinished(() => store.close())
  return store
}

async function empty(): Promise<void> {
  const main = await fixture?.opened()
  await fixture?.empty()
  await main?.ask({ text: `DELETE FROM ${SCHEMA}.job` })
}

const goes = sampleRow({ phase: 'running', moves: true })
const rests = sampleRow({ phase: 'completed' })
const says = (session: SessionId, at: number, text = 'x') => stamped(session, at, [userSays(text)])

/** A worker whose sessions rest after one more event, however many appends of others come between. */
async function answering(store: PostgresStore, seen: SessionId[]): Promise<void> {
  await store.work({
    now: Date.now,
    failed: () => undefined,
    resume: async (session) => {
      const lease = await store.ownership.claim(session)
      if (lease === 'owned elsewhere') throw new Error('the job is not here')
      seen.push(session)
      for (;;) {
        const head = await store.log.head(session)
        const stored = await store.log
          .append(session, head, says(session, head, 'answer'), rests)
          .catch((error) => error)
        if (!(stored instanceof Conflict)) break
      }
      await lease.release()
    },
  })
}

describe.skipIf(!fixture)('the work on sessions', () => {
  test('what one process stores is worked on by another one, and left alone once it rests', async () => {
    await empty()
    const [web, worker, seen] = [await opened(0), await opened(2), [] as SessionId[]]
    await answering(worker, seen)
    const session = sessionNumber(1)
    expect(await web.ownership.claim(session)).toBe('owned elsewhere')
    await web.log.append(session, 0, says(session, 0), goes)
    await expect.poll(() => web.log.head(session)).toBe(2)
    await expect.poll(() => web.ownership.owned(session)).toBe(false)
    expect(seen).toEqual([session])
  })

  test('nothing that is appended while a job ends is forgotten', async () => {
    await empty()
    const [web, seen] = [await opened(0), [] as SessionId[]]
    for (const worker of [await opened(4), await opened(4)]) await answering(worker, seen)
    const sessions = Array.from({ length: 10 }, (_, index) => sessionNumber(index + 1))
    const unanswered = async () => (await web.log.list({ state: 'running' })).length
    await Promise.all(
      sessions.map(async (session) => {
        for (let round = 0; round < 10; round += 1) {
          const head = await web.log.head(session)
          await web.log.append(session, head, says(session, head), goes).catch(() => undefined)
        }
      }),
    )
    await expect.poll(unanswered).toBe(0)
  })

  test('a session whose time has come is woken, once', async () => {
    await empty()
    const [web, worker, seen] = [await opened(0), await opened(2), [] as SessionId[]]
    const session = sessionNumber(1)
    await web.log.append(session, 0, says(session, 0), { ...rests, wakeAt: Date.now() - 1 })
    await answering(worker, seen)
    await expect.poll(() => web.log.head(session)).toBe(2)
    expect(seen).toEqual([session])
  })

  test('a session that cannot be opened stops no other and is tried again later, not at once', async () => {
    await empty()
    const [web, worker, tries] = [await opened(0), await opened(2), [] as SessionId[]]
    const broken = async (session: SessionId) => {
      tries.push(session)
      throw new Error('unreadable')
    }
    await worker.work({ now: Date.now, failed: () => undefined, resume: broken })
    for (const number of [1, 2, 3]) await web.log.append(sessionNumber(number), 0, says(sessionNumber(number), 0), goes)
    const later = `SELECT count(*) AS jobs FROM ${SCHEMA}.job WHERE state = 'created' AND start_after > created_on`
    await expect.poll(() => worker.database.ask({ text: later })).toEqual([{ jobs: 3 }])
    expect(new Set(tries).size).toBe(3)
  })

  test('a worker takes no more sessions than fit, and a full one leaves the rest to others', async () => {
    await empty()
    const [web, one, two] = [await opened(0), await opened(2), await opened(2)]
    const held = new Map<PostgresStore, number>()
    const holding = (store: PostgresStore) => async (session: SessionId) => {
      await store.ownership.claim(session)
      held.set(store, (held.get(store) ?? 0) + 1)
    }
    for (const store of [one, two]) await store.work({ now: Date.now, failed: () => undefined, resume: holding(store) })
    for (const number of [1, 2, 3, 4, 5])
      await web.log.append(sessionNumber(number), 0, says(sessionNumber(number), 0), goes)
    await expect.poll(() => [held.get(one), held.get(two)]).toEqual([2, 2])
    expect(await one.ownership.claim(sessionNumber(9))).toBe('owned elsewhere')
  })
})

import { createDomain, type Event, fact, type SessionId } from '@convene/domain'
import { LogConflict } from '@convene/engine'
import { describeWork, sampleRow, sessionNumber, sharedPostgres, stamped, userSays } from '@convene/testkit'
import { describe, expect, onTestFinished, test } from 'vitest'
import { databaseFixture } from './database/database.fixture.ts'
import { openPostgresStore, type PostgresStore, type PostgresStoreOptions } from './open-store.ts'
import { prepareQueue, SCHEMA } from './work/queue.ts'

const fixture = await databaseFixture()
if (fixture) await prepareQueue(await fixture.opened())

type More = Omit<PostgresStoreOptions, 'url' | 'capacity'>

const store = (capacity: number, more: More = {}) => openPostgresStore({ url: fixture?.url ?? '', capacity, ...more })

async function empty(): Promise<void> {
  const main = await fixture?.opened()
  await fixture?.empty()
  await main?.ask({ text: `DELETE FROM ${SCHEMA}.job` })
}

if (fixture)
  await describeWork('Postgres', async () => {
    await empty()
    const [mine, theirs] = [await store(10), await store(10)]
    return {
      work: mine.work,
      other: theirs.log,
      theirs: theirs.ownership,
      close: async () => {
        await Promise.all([mine.close(), theirs.close()])
      },
    }
  })

/** A process: a web server with capacity 0, or a worker. */
async function opened(capacity: number, more?: More): Promise<PostgresStore> {
  const process = await store(capacity, more)
  let closing: Promise<void> | undefined
  const close = () => (closing ??= process.close())
  onTestFinished(close)
  return { ...process, close }
}

const goes = sampleRow({ moves: true })
const rests = sampleRow({ moves: false })
const says = (session: SessionId, at: number, text = 'x') => stamped(session, at, [userSays(text)])

/** A worker whose sessions rest after one more event, however many appends by others come in between. */
function answering({ work, ownership, log }: PostgresStore): void {
  work.start(async (session) => {
    const lease = await ownership.claim(session)
    if (lease === 'owned elsewhere') throw new Error('the job is not here')
    for (;;) {
      const head = await log.head(session)
      const stored = await log.append(session, head, says(session, head, 'answer'), rests).catch((error) => error)
      if (!(stored instanceof LogConflict)) break
    }
    await lease.release()
  }, 4)
}

describe.skipIf(!fixture)('work on sessions', () => {
  test('several processes that open an empty database at the same time set it up once', async () => {
    const found = await sharedPostgres()
    const url = 'server' in found ? await found.server.database() : ''
    const stores = await Promise.all(Array.from({ length: 4 }, () => openPostgresStore({ url, capacity: 0 })))
    for (const { counts, close } of stores) {
      expect(await counts()).toMatchObject({ running: 0, waiting: 0 })
      await close()
    }
  })

  test('is left to a worker by a process that only serves people', async () => {
    await empty()
    const [web, session] = [await opened(0), sessionNumber(1)]
    expect(await web.ownership.claim(session)).toBe('owned elsewhere')
    await web.log.append(session, 0, says(session, 0), goes)
    expect(await web.ownership.owned(session)).toBe(true)
    answering(await opened(2))
    await expect.poll(() => web.ownership.owned(session)).toBe(false)
    expect(await web.log.head(session)).toBe(2)
  })

  test('forgets nothing that is appended while a job ends', async () => {
    await empty()
    const web = await opened(0)
    for (const worker of [await opened(4), await opened(4)]) answering(worker)
    const sessions = Array.from({ length: 10 }, (_, index) => sessionNumber(index + 1))
    await Promise.all(
      sessions.map(async (session) => {
        for (let round = 0; round < 30; round += 1) {
          const head = await web.log.head(session)
          await web.log.append(session, head, says(session, head), goes).catch(() => undefined)
        }
      }),
    )
    await expect.poll(() => web.log.list({ moving: true })).toEqual([])
  })

  test('is retried later, not at once, for a session that cannot be opened', async () => {
    await empty()
    const [web, worker, session] = [await opened(0), await opened(2), sessionNumber(1)]
    worker.work.start(() => Promise.reject(new Error('unreadable')), 2)
    await web.log.append(session, 0, says(session, 0), goes)
    const later = `SELECT count(*) AS jobs FROM ${SCHEMA}.job WHERE state = 'created' AND start_after > created_on`
    await expect.poll(() => worker.database.ask({ text: later })).toEqual([{ jobs: 1 }])
  })

  test('is left to others by a full worker', async () => {
    await empty()
    const [web, one, two] = [await opened(0), await opened(2), await opened(2)]
    const held = [one, two].map(({ work }) => {
      const sessions: SessionId[] = []
      work.start((session) => new Promise(() => sessions.push(session)), 9)
      return sessions
    })
    for (const number of [1, 2, 3, 4, 5])
      await web.log.append(sessionNumber(number), 0, says(sessionNumber(number), 0), goes)
    await expect.poll(() => held.map(({ length }) => length)).toEqual([2, 2])
    expect(await one.ownership.claim(sessionNumber(9))).toBe('owned elsewhere')
  })
})

/** Two versions: the newer one has changed the content of messages. */
const now = Number(createDomain().version)
const [old, young] = [now, now + 1].map((fold) => ({
  fold,
  foldFor: (events: readonly Event[]) => (fold > now && events.some(({ type }) => type === 'message') ? fold : 0),
}))
const other = (session: SessionId, at: number) =>
  stamped(session, at, [fact('progress', { done: 0, active: 0, finished: 0, useless: 0 } as never)])

describe.skipIf(!fixture)('servers of two versions', () => {
  const joined = async (capacity: number, reads: typeof old, version: string) => {
    const server = await opened(capacity, { host: `host-${version}`, ...(reads && { reads }) })
    await server.join({ address: undefined, version })
    return server
  }

  test('store events the older one cannot read only after it is gone', async () => {
    await empty()
    const session = sessionNumber(1)
    const [older, newer] = [await joined(2, old, '1.0'), await joined(2, young, '1.1')]
    await newer.log.append(session, 0, other(session, 0), rests)
    const refused = newer.log.append(session, 1, says(session, 1), rests)
    await expect(refused).rejects.toMatchObject({ code: 'older_server', message: expect.stringContaining('host-1.0') })
    expect(await older.log.head(session)).toBe(1)
    await older.close()
    await newer.log.append(session, 1, says(session, 1), rests)
    expect(await newer.log.head(session)).toBe(2)
  })

  test('leave a session with such events to newer workers', async () => {
    await empty()
    const [session, plain] = [sessionNumber(1), sessionNumber(2)]
    const newer = await joined(2, young, '1.1')
    await newer.log.append(session, 0, says(session, 0), rests)
    const older = await joined(2, old, '1.0')
    const taken: SessionId[] = []
    older.work.start(async (each) => void taken.push(each), 2)
    await newer.log.append(session, 1, other(session, 1), goes)
    await newer.log.append(plain, 0, other(plain, 0), goes)
    await expect.poll(() => taken).toEqual([plain])
    expect(await older.ownership.claim(session)).toBe('owned elsewhere')
    expect(await newer.ownership.claim(session)).not.toBe('owned elsewhere')
  })

  test('each keep their own snapshot of a long session, until their last server is gone', async () => {
    await empty()
    const session = sessionNumber(1)
    const [older, newer] = [await joined(2, old, '1.0'), await joined(2, young, '1.1')]
    await older.log.append(session, 0, other(session, 0), rests)
    const both = [now, now + 1].map(String)
    for (const version of both) await older.log.keep(session, { version, seq: 1, state: version })
    const versions = async () =>
      (await newer.database.ask<{ version: string }>({ text: 'SELECT version FROM snapshots ORDER BY version' })).map(
        ({ version }) => version,
      )
    expect(await versions()).toEqual(both)
    expect(await older.log.snapshot(session)).toMatchObject({ version: createDomain().version })
    await older.close()
    await newer.log.keep(session, { version: `${now + 1}`, seq: 1, state: 'again' })
    expect(await versions()).toEqual([`${now + 1}`])
  })
})

describe.skipIf(!fixture)('a server with its own folders', () => {
  test('runs its sessions on its machine only, and they wait for it if it is gone, and say so', async () => {
    await empty()
    const [bound, free] = [sessionNumber(1), sessionNumber(2)]
    const web = await opened(0, { host: 'build-1', ownFolders: true })
    const other = await opened(2, { host: 'build-2' })
    const taken: SessionId[] = []
    other.work.start(async (session) => void taken.push(session), 2)
    await other.join({ address: undefined, version: '1' })
    await web.join({ address: undefined, version: '1' })
    await web.log.append(bound, 0, says(bound, 0), goes)
    await other.log.append(free, 0, says(free, 0), goes)
    await expect.poll(() => taken).toEqual([free])
    expect(await other.ownership.claim(bound)).toBe('owned elsewhere')
    expect([await other.absentHostOf(bound), await other.absentHostOf(free)]).toEqual(['build-1', undefined])
    const right = await opened(2, { host: 'build-1' })
    await right.join({ address: undefined, version: '1' })
    expect(await other.absentHostOf(bound)).toBeUndefined()
    const lease = await right.ownership.claim(bound)
    expect(lease).not.toBe('owned elsewhere')
    expect(taken).toEqual([free])
  })
})

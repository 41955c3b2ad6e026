import { createHash } from 'node:crypto'
import { sampleRow, sessionNumber, stamped, userSays } from '@convene/testkit'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { databaseFixture } from '../database/database.fixture.ts'
import { openPostgresStore, type PostgresStore } from '../open-store.ts'
import { prepareQueue } from '../work/queue.ts'

const fixture = await databaseFixture()
if (fixture) await prepareQueue(await fixture.opened())
const DAY_MS = 24 * 60 * 60 * 1_000
const bytes = Buffer.from('an image')
const hash = createHash('sha256').update(bytes).digest('hex')
const [living, trashed, orphan] = [sessionNumber(1), sessionNumber(2), sessionNumber(3)]

async function opened(): Promise<PostgresStore> {
  const store = await openPostgresStore({ url: fixture?.url ?? '', capacity: 0 })
  onTestFinished(() => store.close())
  return store
}

beforeEach(async () => fixture?.empty())

describe.skipIf(!fixture)('cleaning up', () => {
  test('removes deleted sessions with their images after 7 days, on whichever server, and nothing else', async () => {
    const [store, other] = [await opened(), await opened()]
    await store.log.append(living, 0, stamped(living, 0, [userSays('x')]), sampleRow())
    await store.trash.put(`${trashed}.jsonl`, bytes)
    for (const session of [living, trashed, orphan]) await store.blobs.put({ session }, hash, bytes)
    await store.blobs.put('uploads', hash, bytes)
    const left = async () => {
      const found = await Promise.all(
        [living, trashed, orphan].map((session) => store.blobs.get({ session }, hash).then((blob) => blob && session)),
      )
      return [...found.filter((session) => session !== undefined), (await store.trash.list()).length]
    }
    await store.cleanUp(Date.now() + DAY_MS / 2)
    expect(await left()).toEqual([living, trashed, orphan, 1])
    await other.cleanUp(Date.now() + 2 * DAY_MS)
    expect(await left()).toEqual([living, trashed, 1])
    expect(await store.blobs.get('uploads', hash)).toBeDefined()
    const later = Date.now() + 8 * DAY_MS
    expect(new Set(await Promise.all([store.cleanUp(later), other.cleanUp(later)]))).toContain('done')
    expect(await left()).toEqual([living, 0])
    expect(await store.blobs.get('uploads', hash)).toBeUndefined()
  })

  test('is left to the server that is already doing it', async () => {
    const [store, other] = [await opened(), await opened()]
    const waits = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    Object.assign(store.trash, {
      empty: () => {
        begun.resolve()
        return waits.promise
      },
    })
    const first = store.cleanUp(Date.now())
    await begun.promise
    expect(await other.cleanUp(Date.now())).toBe('left to another')
    waits.resolve()
    expect([await first, await other.cleanUp(Date.now())]).toEqual(['done', 'done'])
  })
})

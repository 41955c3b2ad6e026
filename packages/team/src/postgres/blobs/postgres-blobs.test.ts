import { createHash } from 'node:crypto'
import type { Blobs } from '@convene/engine'
import { describeBlobs, sampleRow, sessionNumber, stamped, userSays } from '@convene/testkit'
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { databaseFixture } from '../database/database.fixture.ts'
import { openPostgresStore } from '../open-store.ts'
import { prepareQueue } from '../work/queue.ts'
import { type ObjectStoreOptions, objectStore, objectStoreOptions } from './object-store.ts'
import { MOST_IN_ROW, placeName, postgresBlobs } from './postgres-blobs.ts'
import { s3Server } from './s3-server.fixture.ts'

const fixture = await databaseFixture()
if (fixture) await prepareQueue(await fixture.opened())
const s3 = await s3Server()
afterAll(() => s3.close())

const place = { session: sessionNumber(1) }
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const large = Buffer.alloc(MOST_IN_ROW + 1, 7)
const small = Buffer.from('small')
const hash = hashOf(large)

const connect = async () => {
  const database = await fixture?.opened()
  if (!database) throw new Error('no database')
  return database
}

async function blobsIn(options: ObjectStoreOptions | undefined): Promise<Blobs> {
  return postgresBlobs(await connect(), options && (await objectStore(options)))
}

if (fixture)
  await describeBlobs('Postgres', async () => {
    await fixture.empty()
    return {
      blobs: await blobsIn(undefined),
      async damage(at, damaged) {
        const text = `UPDATE blobs SET bytes = 'changed' WHERE place = $1 AND hash = $2`
        await (await connect()).ask({ text, values: [placeName(at), damaged] })
      },
      close: async () => {},
    }
  })

describe.skipIf(!fixture)('large files in an object store', () => {
  beforeEach(async () => {
    s3.objects.clear()
    s3.fails = undefined
    await fixture?.empty()
  })

  test('are available to every server, while small ones stay in the database', async () => {
    const [mine, theirs] = [await blobsIn(s3.options), await blobsIn(s3.options)]
    await mine.put(place, hash, large)
    await mine.put(place, hashOf(small), small)
    expect([...s3.objects.keys()]).toEqual([`/bucket/sessions/${place.session}/${hash}`])
    expect(Buffer.from((await theirs.get(place, hash)) ?? []).equals(large)).toBe(true)
    expect(Buffer.from((await theirs.get(place, hashOf(small))) ?? []).toString()).toBe('small')
  })

  test('are copied and dropped with their place', async () => {
    const blobs = await blobsIn(s3.options)
    const fork = { session: sessionNumber(2) }
    await blobs.put(place, hash, large)
    await blobs.copy(place, fork)
    await blobs.drop(place)
    expect([(await blobs.get(fork, hash))?.length, await blobs.get(place, hash)]).toEqual([large.length, undefined])
    await blobs.drop(fork)
    expect(s3.objects.size).toBe(0)
  })

  test('are missing after a partial upload, and nothing of it is left once the place is dropped', async () => {
    const blobs = await blobsIn(s3.options)
    s3.fails = 'PUT'
    await expect(blobs.put(place, hash, large)).rejects.toThrow('answered with an error')
    expect(await blobs.get(place, hash)).toBeUndefined()
    s3.fails = undefined
    s3.objects.set(`/bucket/sessions/${place.session}/${hash}`, large.subarray(1))
    await blobs.drop(place)
    expect(s3.objects.size).toBe(0)
  })

  test('count as missing if somebody changed or removed them', async () => {
    const blobs = await blobsIn(s3.options)
    await blobs.put(place, hash, large)
    const [name = ''] = s3.objects.keys()
    s3.objects.set(name, Buffer.alloc(large.length))
    expect(await blobs.get(place, hash)).toBeUndefined()
    s3.objects.delete(name)
    expect(await blobs.get(place, hash)).toBeUndefined()
  })

  test.each([
    ['with a wrong secret', { secret: 'wrong-Secret1' }, 'Check CONVENE_S3_KEY_ID'],
    ['in a bucket that does not exist', { url: s3.options.url.replace('bucket', 'nowhere') }, 'no bucket "nowhere"'],
    ['where nothing listens', { url: 'http://127.0.0.1:1/bucket' }, 'does not answer'],
  ])('are refused %s, with helpful words and without the secret', async (_, wrong, words) => {
    const blobs = await blobsIn({ ...s3.options, ...wrong })
    const said = String(await blobs.put(place, hash, large).catch((error) => error))
    expect(said).toContain(words)
    expect(said).not.toContain('Secret1')
  })

  test('keep a server without the object store from starting', async () => {
    await (await blobsIn(s3.options)).put(place, hash, large)
    await expect(openPostgresStore({ url: fixture?.url ?? '', capacity: 0 })).rejects.toThrow('CONVENE_S3_URL')
  })
})

describe.skipIf(!fixture).each([
  ['the database', undefined],
  ['an object store', s3.options],
])('files of several spaces in %s', (_, objects) => {
  beforeEach(async () => {
    s3.objects.clear()
    s3.fails = undefined
    await fixture?.empty()
  })

  test('an upload is found only in its own space, and old ones of all spaces are removed together', async () => {
    const blobs = postgresBlobs(await connect(), objects && (await objectStore(objects)))
    const [ours, theirs] = [blobs.inSpace('ours'), blobs.inSpace('theirs')]
    await ours.put('uploads', hash, large)
    const found = async () => [await ours.get('uploads', hash), await theirs.get('uploads', hash)].map(Boolean)
    expect([...(await found()), await blobs.get('uploads', hash)]).toEqual([true, false, undefined])
    await theirs.drop('uploads')
    await theirs.copy('uploads', { session: sessionNumber(9) })
    expect([await found(), await blobs.get({ session: sessionNumber(9) }, hash)]).toEqual([[true, false], undefined])
    await theirs.put('uploads', hash, large)
    await ours.drop('uploads')
    expect(await found()).toEqual([false, true])
    await blobs.drop('uploads', Date.now() + 3_600_000)
    expect([await found(), s3.objects.size]).toEqual([[false, false], 0])
  })

  test("a session's images cannot be read, copied, changed or removed from another space", async () => {
    const store = await openPostgresStore({ url: fixture?.url ?? '', capacity: 0, objects })
    onTestFinished(() => store.close())
    await store.accounts.createSpace({ id: 'ours', name: 'Ours', fourEyes: false }, { id: 'o', name: 'o' })
    store.log.place(place.session, 'ours')
    await store.log.append(place.session, 0, stamped(place.session, 0, [userSays('x')]), sampleRow())
    const [ours, theirs, fork] = [store.blobs.inSpace('ours'), store.blobs.inSpace('theirs'), sessionNumber(2)]
    await ours.put(place, hash, large)
    expect([await theirs.get(place, hash), (await ours.get(place, hash))?.length]).toEqual([undefined, large.length])
    await theirs.drop(place)
    await theirs.copy(place, { session: fork })
    await expect(theirs.put(place, hashOf(small), small)).rejects.toThrow('No such session')
    await theirs.put('uploads', hashOf(small), small)
    await expect(theirs.copy('uploads', place)).rejects.toThrow('No such session')
    expect([await store.blobs.get({ session: fork }, hash), await ours.get(place, hashOf(small))]).toEqual([
      undefined,
      undefined,
    ])
    expect((await ours.get(place, hash))?.length).toBe(large.length)
  })
})

test('an incomplete configuration, or an address without a bucket, is refused with what is missing', () => {
  const all = { CONVENE_S3_URL: 'https://s3.example/files', CONVENE_S3_KEY_ID: 'k', CONVENE_S3_SECRET: 's' }
  expect(objectStoreOptions({})).toBeUndefined()
  expect(objectStoreOptions(all)).toMatchObject({ url: 'https://s3.example/files', region: 'auto' })
  expect(() => objectStoreOptions({ ...all, CONVENE_S3_SECRET: '' })).toThrow('needs CONVENE_S3_SECRET as well')
  for (const url of ['s3.example/files', 'ftp://s3.example/files', 'https://s3.example', 'https://a:b@s3.example/x'])
    expect(() => objectStoreOptions({ ...all, CONVENE_S3_URL: url })).toThrow('https://s3.example/BUCKET')
})

import { createHash } from 'node:crypto'
import type { Blobs } from '@convene/engine'
import { type Contract, describeContract } from '../contract/describe-contract.ts'
import { sessionNumber } from '../event-log/sample-events.ts'

/** `damage` changes the stored bytes without the store's knowledge. */
export type BlobsFixture = {
  readonly blobs: Blobs
  damage(place: Parameters<Blobs['get']>[0], hash: string): Promise<void>
  close(): Promise<void>
}

/** Every promise of the `Blobs` port, as tests. */
export function describeBlobs(name: string, open: () => Promise<BlobsFixture>): Promise<void> {
  return describeContract(`blobs in ${name}`, open, promises)
}

const bytes = Uint8Array.from({ length: 300_000 }, (_, index) => index % 251)
const hash = createHash('sha256').update(bytes).digest('hex')
const [one, two] = [{ session: sessionNumber(1) }, { session: sessionNumber(2) }]

const promises: Contract<BlobsFixture> = {
  'returns what was put, however often, and empty bytes too': async ({ blobs }, expect) => {
    await Promise.all([blobs.put(one, hash, bytes), blobs.put(one, hash, bytes)])
    expect(Buffer.from((await blobs.get(one, hash)) ?? []).equals(bytes)).toBe(true)
    const none = createHash('sha256').digest('hex')
    await blobs.put('uploads', none, new Uint8Array())
    expect((await blobs.get('uploads', none))?.length).toBe(0)
  },
  'keeps places apart': async ({ blobs }, expect) => {
    await blobs.put(one, hash, bytes)
    expect([await blobs.get(two, hash), await blobs.get('uploads', hash)]).toEqual([undefined, undefined])
  },
  'stores and returns nothing under a name that is not a hash': async ({ blobs }, expect) => {
    for (const name of ['', '.', '..', '../secret', 'a/b', `${hash}/..`, hash.toUpperCase(), `${hash}\0`, '%2e%2e']) {
      expect([name, await blobs.get('uploads', name)]).toEqual([name, undefined])
      await expect(blobs.put('uploads', name, bytes)).rejects.toThrow('SHA-256')
    }
  },
  'does not return bytes that were changed': async ({ blobs, damage }, expect) => {
    await blobs.put(one, hash, bytes)
    await damage(one, hash)
    expect(await blobs.get(one, hash)).toBeUndefined()
    await blobs.put(one, hash, bytes)
    expect((await blobs.get(one, hash))?.length).toBe(bytes.length)
  },
  'keeps a copy when the original is dropped': async ({ blobs }, expect) => {
    await blobs.put(one, hash, bytes)
    await blobs.copy(one, two)
    await blobs.copy(one, two)
    await blobs.copy({ session: sessionNumber(3) }, two)
    await blobs.drop(one)
    expect(await blobs.get(one, hash)).toBeUndefined()
    expect((await blobs.get(two, hash))?.length).toBe(bytes.length)
  },
  'drops only what was put before a time, and nothing twice': async ({ blobs }, expect) => {
    await blobs.put('uploads', hash, bytes)
    await blobs.drop('uploads', Date.now() - 3_600_000)
    expect(await blobs.get('uploads', hash)).toBeDefined()
    await blobs.drop('uploads', Date.now() + 3_600_000)
    await blobs.drop('uploads', Date.now() + 3_600_000)
    await blobs.drop('uploads')
    expect(await blobs.get('uploads', hash)).toBeUndefined()
  },
}

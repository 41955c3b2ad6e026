import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeBlobs, sessionNumber, temporaryFolder } from '@convene/testkit'
import { expect, test } from 'vitest'
import { fileBlobs, hashOf } from './file-blobs.ts'

await describeBlobs('files', async () => {
  const folder = temporaryFolder()
  return {
    blobs: fileBlobs(folder.path),
    async damage(place, hash) {
      const where = place === 'uploads' ? 'uploads' : join('images', place.session)
      writeFileSync(join(folder.path, where, hash), 'changed')
    },
    async close() {
      folder[Symbol.dispose]()
    },
  }
})

const bytes = Buffer.from('a picture')

test('each place has its own folder, and its files can be read by their user only', async () => {
  using folder = temporaryFolder()
  const blobs = fileBlobs(folder.path)
  await blobs.put('uploads', hashOf(bytes), bytes)
  await blobs.put({ session: sessionNumber(1) }, hashOf(bytes), bytes)
  expect(readdirSync(folder.path).sort()).toEqual(['images', 'uploads'])
  for (const place of ['uploads', join('images', sessionNumber(1))]) {
    expect(readdirSync(folder.file(place))).toEqual([hashOf(bytes)])
    expect(statSync(join(folder.file(place), hashOf(bytes))).mode & 0o777).toBe(0o600)
  }
})

import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SessionId } from '@convene/domain'
import { folderOf, png } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { fileBlobs } from '../blobs/file-blobs.ts'
import { imageFiles, MAX_IMAGE_BYTES } from './image-files.ts'

const session = '01JAAAAAAAAAAAAAAAAAAAAAAA' as SessionId
const fork = '01JBBBBBBBBBBBBBBBBBBBBBBB' as SessionId

describe('images of a session', () => {
  test('are stored once, privately, and come back unchanged', async () => {
    const home = folderOf()
    const files = imageFiles(fileBlobs(home))
    const kept = await files.keep(session, png(3, 2), 'a.png')
    await files.keep(session, png(3, 2), 'b.png')
    if (!kept.ok) throw new Error(kept.refusal.message)
    expect(kept.value).toMatchObject({ mediaType: 'image/png', width: 3, height: 2, name: 'a.png' })
    expect(await files.read(session, kept.value)).toEqual(png(3, 2))
    const folder = join(home, 'images', session)
    expect(readdirSync(folder)).toEqual([kept.value.hash])
    expect(statSync(join(folder, kept.value.hash)).mode & 0o777).toBe(0o600)
  })

  test('are refused if no provider accepts them', async () => {
    const files = imageFiles(fileBlobs(folderOf()))
    const large = Buffer.concat([png(1, 1), Buffer.alloc(MAX_IMAGE_BYTES)])
    const wide = png(2, 2)
    wide.writeUInt32BE(9_000, 16)
    const refusals = [await files.keep(session, large, 'x.png'), await files.keep(session, wide)]
    const drawing = await files.keep(session, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
    expect([...refusals, drawing].map((result) => (result.ok ? 'kept' : result.refusal.code))).toEqual([
      'too_large',
      'too_large',
      'no_image',
    ])
  })

  test('are not shown if their file was changed', async () => {
    const home = folderOf()
    const kept = await imageFiles(fileBlobs(home)).keep(session, png(1, 1))
    if (!kept.ok) throw new Error(kept.refusal.message)
    writeFileSync(join(home, 'images', session, kept.value.hash), png(2, 2))
    expect(await imageFiles(fileBlobs(home)).read(session, kept.value)).toBe(undefined)
  })

  test('stay visible to a fork when the original session is gone', async () => {
    const home = folderOf()
    const files = imageFiles(fileBlobs(home))
    const kept = await files.keep(session, png(1, 1))
    if (!kept.ok) throw new Error(kept.refusal.message)
    await files.share(session, fork)
    rmSync(join(home, 'images', session), { recursive: true })
    expect(await files.read(fork, kept.value)).toEqual(png(1, 1))
  })
})

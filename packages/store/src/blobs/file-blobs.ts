import { createHash } from 'node:crypto'
import { link, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type BlobPlace, type Blobs, isHash } from '@convene/engine'
import { plainName, removeTree } from '@convene/platform'
import { fileNames, removeOlder, writeWhole } from '../files/private-files.ts'

export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Bytes as files in the data folder, readable by their user only: `uploads/<hash>` and `images/<session>/<hash>`. */
export function fileBlobs(home: string): Blobs {
  const folderOf = (place: BlobPlace): string =>
    place === 'uploads' ? join(home, 'uploads') : join(home, 'images', plainName(place.session))
  return {
    async put(place, hash, bytes) {
      if (!isHash(hash)) throw new Error(`"${hash.slice(0, 80)}" is not a SHA-256 in hex`)
      await writeWhole(folderOf(place), hash, bytes)
    },
    async get(place, hash) {
      if (!isHash(hash)) return undefined
      const bytes = await readFile(join(folderOf(place), hash)).catch(() => undefined)
      return bytes && hashOf(bytes) === hash ? bytes : undefined
    },
    async copy(from, to) {
      const names = await fileNames(folderOf(from))
      if (names.length > 0) await mkdir(folderOf(to), { recursive: true, mode: 0o700 })
      for (const name of names) await link(join(folderOf(from), name), join(folderOf(to), name)).catch(() => {})
    },
    drop: (place, before) =>
      before === undefined ? removeTree(folderOf(place)) : removeOlder(folderOf(place), before),
  }
}

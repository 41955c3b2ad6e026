import { createHash, randomBytes } from 'node:crypto'
import { link, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type BlobPlace, type Blobs, isHash } from '@convene/engine'
import { plainName, removeTree } from '@convene/platform'

export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Bytes as files in the data folder, readable by their user only: `uploads/<hash>` and `images/<session>/<hash>`. */
export function fileBlobs(home: string): Blobs {
  const folderOf = (place: BlobPlace): string =>
    place === 'uploads' ? join(home, 'uploads') : join(home, 'images', plainName(place.session))
  return {
    put: (place, hash, bytes) => write(folderOf(place), hash, bytes),
    async get(place, hash) {
      if (!isHash(hash)) return undefined
      const bytes = await readFile(join(folderOf(place), hash)).catch(() => undefined)
      return bytes && hashOf(bytes) === hash ? bytes : undefined
    },
    async copy(from, to) {
      const names = await namesIn(folderOf(from))
      if (names.length > 0) await mkdir(folderOf(to), { recursive: true, mode: 0o700 })
      for (const name of names) await link(join(folderOf(from), name), join(folderOf(to), name)).catch(() => {})
    },
    async drop(place, before) {
      if (before === undefined) return removeTree(folderOf(place))
      for (const name of await namesIn(folderOf(place))) {
        const file = join(folderOf(place), name)
        const found = await stat(file).catch(() => undefined)
        if (found && found.mtimeMs < before) await rm(file, { force: true })
      }
    },
  }
}

const namesIn = (folder: string): Promise<readonly string[]> => readdir(folder).catch((): string[] => [])

/** Through a temporary file: a crash must not leave a part under the hash of the whole. */
async function write(folder: string, hash: string, bytes: Uint8Array): Promise<void> {
  if (!isHash(hash)) throw new Error(`"${hash.slice(0, 80)}" is not a SHA-256 in hex`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const half = join(folder, `.${randomBytes(6).toString('hex')}.tmp`)
  try {
    const file = await open(half, 'wx', 0o600)
    try {
      await file.writeFile(bytes)
    } finally {
      await file.close()
    }
    await rename(half, join(folder, hash))
  } finally {
    await rm(half, { force: true })
  }
}

import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Names of the files in a folder, none if it is not there. */
export const namesIn = (folder: string): Promise<readonly string[]> => readdir(folder).catch((): string[] => [])

/** Removes the files of a folder that have not changed since. */
export async function removeOlder(folder: string, before: number): Promise<void> {
  for (const name of await namesIn(folder)) {
    const found = await stat(join(folder, name)).catch(() => undefined)
    if (found && found.mtimeMs < before) await rm(join(folder, name), { force: true })
  }
}

/**
 * Writes a file that only its user can read. Whole or not at all, and on the disk: a crash must not leave a part under the
 * name of the whole.
 */
export async function writeWhole(folder: string, name: string, bytes: Uint8Array): Promise<void> {
  const half = join(folder, `.${randomBytes(6).toString('hex')}.tmp`)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const file = await open(half, 'wx', 0o600)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(half, join(folder, name))
  } finally {
    await rm(half, { force: true }).catch(() => {})
  }
}

import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** The names of the files in a folder. Empty if the folder does not exist. */
export const fileNames = (folder: string): Promise<readonly string[]> => readdir(folder).catch((): string[] => [])

/** Removes a folder's files that have not changed since. */
export async function removeOlder(folder: string, before: number): Promise<void> {
  for (const name of await fileNames(folder)) {
    const found = await stat(join(folder, name)).catch(() => undefined)
    if (found && found.mtimeMs < before) await rm(join(folder, name), { force: true })
  }
}

/**
 * Writes a file that only its user can read. Completely or not at all, and synced: a crash must not leave a partial
 * file under the final name.
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

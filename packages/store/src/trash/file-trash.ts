import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Trash } from '@convene/engine'

/** Deleted sessions as files in the data folder, readable by their user only: `trash/<name>`. */
export function fileTrash(home: string): Trash {
  const folder = join(home, 'trash')
  const fileOf = (name: string): string => join(folder, basename(name))
  return {
    put: (name, bytes) => write(folder, fileOf(name), bytes),
    get: (name) => readFile(fileOf(name)).catch(() => undefined),
    list: async () => {
      const names = await namesIn(folder)
      const entries = await Promise.all(
        names.map(async (name) => {
          const found = await stat(join(folder, name)).catch(() => undefined)
          return found && { name, at: found.mtimeMs, where: join(folder, name) }
        }),
      )
      return entries.filter((entry) => entry !== undefined)
    },
    remove: (name) => rm(fileOf(name), { force: true }),
    async empty(before) {
      for (const name of await namesIn(folder)) {
        const found = await stat(join(folder, name)).catch(() => undefined)
        if (found && found.mtimeMs < before) await rm(join(folder, name), { force: true })
      }
    },
  }
}

const namesIn = (folder: string): Promise<readonly string[]> => readdir(folder).catch((): string[] => [])

/** Whole or not at all, and on the disk before anything is removed. */
async function write(folder: string, path: string, bytes: Uint8Array): Promise<void> {
  const temporary = join(folder, `.${randomBytes(6).toString('hex')}.tmp`)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const file = await open(temporary, 'wx', 0o600)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {})
    throw new Error(`It could not be moved to ${folder}: ${(error as Error).message}`)
  }
}

import { readFile, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Trash } from '@convene/engine'
import { fileNames, removeOlder, writeWhole } from '../files/private-files.ts'

/** Deleted sessions as files in the data folder, readable by their user only: `trash/<name>`. */
export function fileTrash(home: string): Trash {
  const folder = join(home, 'trash')
  const fileOf = (name: string): string => join(folder, basename(name))
  return {
    put: (name, bytes) => put(folder, basename(name), bytes),
    get: (name) => readFile(fileOf(name)).catch(() => undefined),
    list: async () => {
      const names = await fileNames(folder)
      const entries = await Promise.all(
        names.map(async (name) => {
          const found = await stat(join(folder, name)).catch(() => undefined)
          return found && { name, at: found.mtimeMs, where: join(folder, name) }
        }),
      )
      return entries.filter((entry) => entry !== undefined)
    },
    remove: (name) => rm(fileOf(name), { force: true }),
    empty: (before) => removeOlder(folder, before),
  }
}

async function put(folder: string, name: string, bytes: Uint8Array): Promise<void> {
  try {
    await writeWhole(folder, name, bytes)
  } catch (error) {
    throw new Error(`It could not be moved to ${folder}: ${(error as Error).message}`)
  }
}

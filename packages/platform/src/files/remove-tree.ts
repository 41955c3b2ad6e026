import { chmod, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Removes a folder and its contents, even if its owner has removed their own write permission. */
export async function removeTree(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true, maxRetries: 3 })
  } catch (error) {
    const { code } = error as { code?: string }
    if (code !== 'EACCES' && code !== 'EPERM') throw error
    await openUp(path)
    await rm(path, { recursive: true, force: true, maxRetries: 3 })
  }
}

async function openUp(folder: string): Promise<void> {
  await chmod(folder, 0o700)
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isDirectory()) await openUp(join(folder, entry.name))
}

import type { Dirent } from 'node:fs'
import { lstat, opendir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { AbortSignal } from '@convene/engine'

/** No call takes this long: the process that created an older file is gone, or will not come back to it. */
export const OLD_MS = 60 * 60 * 1_000

const NAME = /^\.[0-9a-f]{12}\.convene-tmp$/
const LEFT_OUT = new Set(['.git', 'node_modules'])
const MAX_ENTRIES = 50_000
const MAX_DEPTH = 24

export type FileSearch = { readonly now: number; readonly signal: AbortSignal }

/** Removes temporary files left by a process that was killed while changing a file. Does not follow links. */
export async function removeTemporaryFiles(root: string, { now, signal }: FileSearch): Promise<void> {
  const waiting = [{ folder: root, depth: 0 }]
  let looked = 0
  for (let next = waiting.shift(); next && looked < MAX_ENTRIES && !signal.aborted; next = waiting.shift()) {
    const { folder, depth } = next
    const entries = await entriesOf(folder)
    looked += entries.length
    for (const { name } of entries.filter((entry) => entry.isFile() && NAME.test(entry.name)))
      await removeOld(join(folder, name), now)
    const folders = entries.filter((entry) => entry.isDirectory() && !LEFT_OUT.has(entry.name))
    if (depth < MAX_DEPTH)
      waiting.push(...folders.map(({ name }) => ({ folder: join(folder, name), depth: depth + 1 })))
  }
}

async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  const entries: Dirent[] = []
  try {
    for await (const entry of await opendir(folder, { bufferSize: 256 })) {
      entries.push(entry)
      if (entries.length >= MAX_ENTRIES) break
    }
  } catch {
    return entries
  }
  return entries
}

async function removeOld(path: string, now: number): Promise<void> {
  const found = await lstat(path).catch(() => undefined)
  if (!found?.isFile() || (process.getuid !== undefined && found.uid !== process.getuid())) return
  if (now - found.mtimeMs > OLD_MS) await rm(path, { force: true }).catch(() => {})
}

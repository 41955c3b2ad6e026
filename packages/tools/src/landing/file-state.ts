import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { lstat, readlink } from 'node:fs/promises'

/** Names what is at a path: its kind and its content. Null: nothing. */
export async function fileState(path: string): Promise<string | null> {
  const found = await lstat(path).catch(() => undefined)
  if (!found) return null
  if (found.isSymbolicLink()) return `link ${await readlink(path)}`
  if (found.isDirectory()) return FOLDER
  if (!found.isFile()) return 'something else'
  const hash = createHash('sha256')
  for await (const part of createReadStream(path)) hash.update(part as Buffer)
  return `${found.mode & 0o100 ? 'program' : 'file'} ${hash.digest('hex')}`
}

export const FOLDER = 'folder'

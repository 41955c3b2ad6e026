import { lstat, readFile, readlink } from 'node:fs/promises'
import { join } from 'node:path'

/** Whether each of these files is the same in both folders, or missing in both. */
export async function areSame(one: string, other: string, files: readonly string[]): Promise<boolean> {
  for (const file of files)
    if ((await contentOf(join(one, file))) !== (await contentOf(join(other, file)))) return false
  return true
}

/** What git stores about a file: its bytes, whether it is executable, or its link target. */
async function contentOf(path: string): Promise<string> {
  const found = await lstat(path).catch(() => undefined)
  if (!found) return 'nothing'
  if (found.isSymbolicLink()) return `link ${await readlink(path)}`
  if (!found.isFile()) return 'no file'
  return `${found.mode & 0o100 ? 'program' : 'file'} ${(await readFile(path)).toString('latin1')}`
}

import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { objectsFolder, type WorktreeRecord } from './worktree-record.ts'

/** Variables for a git that reads a repository without writing to it: separate index and objects. */
export type Scratch = { readonly [name: string]: string }

/** Provides an index and a place for objects, next to the worktree, until the work is done. */
export async function withScratch<T>(
  folder: string,
  record: WorktreeRecord,
  work: (scratch: Scratch) => Promise<T>,
): Promise<T> {
  const place = await mkdtemp(`${folder}.scratch-`)
  try {
    await mkdir(join(place, 'objects'))
    return await work({
      GIT_INDEX_FILE: join(place, 'index'),
      GIT_OBJECT_DIRECTORY: join(place, 'objects'),
      GIT_ALTERNATE_OBJECT_DIRECTORIES: objectsOf(folder, record),
    })
  } finally {
    await rm(place, { recursive: true, force: true })
  }
}

/** The object folders of the repository and of the worktree's starting tree. */
const objectsOf = (folder: string, { common, start }: WorktreeRecord): string =>
  [join(common, 'objects'), ...(start === undefined ? [] : [objectsFolder(folder)])].map(quotedPath).join(delimiter)

/** Git splits a list of paths at colons, except inside quotes. */
export const quotedPath = (path: string): string => `"${path.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n')}"`

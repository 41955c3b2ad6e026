import { mkdir, rmdir } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { ok, type Result, refuse } from '@convene/domain'
import { openFolder } from '../path/open-checked.ts'
import type { ResolvedPath } from '../path/resolve-path.ts'
import { whyFailed } from '../path/why-failed.ts'

/** Creates a new file's folders, below the one that existed when it was judged. Returns those that were missing. */
export async function madeFolders(place: ResolvedPath): Promise<Result<readonly string[]>> {
  const missing = foldersBelow(place)
  if (missing.length === 0) return ok([])
  // Not recreated: a deleted workspace stays deleted.
  const opened = await openFolder(place.base)
  if (!opened.ok) return opened
  const made: string[] = []
  try {
    for (const folder of missing)
      if (await makeOne(join(opened.value.pinned, relative(place.base, folder)))) made.push(folder)
    return ok(made)
  } catch (error) {
    await removeEmpty(made)
    return refuse('not_written', `The folder of "${place.asked}" could not be created: ${whyFailed(error)}.`)
  } finally {
    await opened.value.handle.close()
  }
}

/** Removes the folders again, unless someone has put something into them. */
export async function removeEmpty(made: readonly string[]): Promise<void> {
  for (const folder of made.toReversed()) await rmdir(folder).catch(() => {})
}

function foldersBelow({ real, base }: ResolvedPath): readonly string[] {
  const found: string[] = []
  for (let folder = dirname(real); folder !== base && folder !== dirname(folder); folder = dirname(folder))
    found.unshift(folder)
  return found
}

async function makeOne(path: string): Promise<boolean> {
  try {
    await mkdir(path)
    return true
  } catch (error) {
    if ((error as { code?: string }).code === 'EEXIST') return false
    throw error
  }
}

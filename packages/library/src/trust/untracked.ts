import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { askGit } from '@convene/platform'

/** The entries that git considers not part of the repository, such as installed packages. */
export async function untrackedIn(folder: string, entries: readonly string[]): Promise<readonly string[]> {
  const there = entries.filter((entry) => existsSync(join(folder, entry)))
  const known = await Promise.all(there.map((entry) => isUntracked(folder, entry)))
  return there.filter((_, index) => known[index])
}

/**
 * Only if git says so: without git, or outside a repository, its origin is unknown. A folder
 * that looks like a bare repository is not one.
 */
async function isUntracked(folder: string, entry: string): Promise<boolean> {
  const said = await askGit({ args: ['-c', 'safe.bareRepository=explicit', 'ls-files', '-z', '--', entry], folder })
  return said.ok && said.value === ''
}

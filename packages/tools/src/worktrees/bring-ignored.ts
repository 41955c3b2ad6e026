import { lstat, mkdir, readdir, readlink, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { copyIgnored, ignoredIn } from '../ignored/ignored-files.ts'

/** Copying more files takes longer than most steps. */
const FEW = 3_000

/**
 * Makes the ignored files of a workspace usable in its worktree. Few files are copied. Of large dependencies, each
 * package is a link to the user's: they can be used, and a package that is installed replaces only the link. What
 * cannot be brought is missing, as in a fresh clone.
 */
export async function bringIgnored(workspace: string, place: string): Promise<void> {
  const ignored = await ignoredIn(workspace)
  const large = await copyIgnored({ workspace, copy: place, few: FEW }, ignored).catch(() => [])
  for (const path of large) await linkPackages(join(workspace, path), join(place, path)).catch(() => undefined)
}

/** A folder of links. A link stays what it says: in a monorepo it leads to a package of the worktree itself. */
async function linkPackages(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true })
  await mkdir(to)
  for (const name of await readdir(from)) {
    const [source, target] = [join(from, name), join(to, name)]
    const found = await lstat(source)
    if (found.isSymbolicLink()) await symlink(await readlink(source), target)
    else if (found.isDirectory() && isGroup(name)) await linkPackages(source, target)
    else await symlink(source, target)
  }
}

/** Folders of packages and of their programs. */
const isGroup = (name: string): boolean => name.startsWith('@') || name === '.bin'

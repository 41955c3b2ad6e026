import { access, constants, cp, lstat, readdir, utimes } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { dependencyFolders } from '@convene/domain'
import { askGit } from '@convene/platform'
import { holdsSecrets } from '../path/sensitive.ts'

const MOST = 2_000

/** What git ignores at the top of each ignored place, or the usual folders without a repository. Never secrets. */
export async function ignoredIn(workspace: string): Promise<readonly string[]> {
  const args = ['ls-files', '--others', '--ignored', '--exclude-standard', '--directory', '-z']
  const listed = await askGit({ args, folder: workspace })
  const paths = listed.ok ? listed.value.split('\0').map((path) => path.replace(/\/$/u, '')) : [...dependencyFolders]
  const there = await Promise.all(
    paths.slice(0, MOST).map(async (path) => ((await isThere(workspace, path)) ? [path] : [])),
  )
  return there.flat().filter((path) => path !== '' && basename(path) !== '.git' && !holdsSecrets(path))
}

const isThere = async (workspace: string, path: string): Promise<boolean> => {
  const found = await lstat(join(workspace, path)).catch(() => undefined)
  return found !== undefined && !found.isSymbolicLink()
}

/**
 * Copies what has fewer files than this, so that a command may write there. Returns the dependencies that are larger:
 * they are shown as they are, read-only. Other large folders are left out.
 */
export async function copyIgnored(
  { workspace, copy, few }: { readonly workspace: string; readonly copy: string; readonly few: number },
  ignored: readonly string[],
): Promise<readonly string[]> {
  const large: string[] = []
  const isPlain = async (from: string) => !holdsSecrets(relative(workspace, from)) && canCopy(from)
  for (const path of ignored) {
    const isSmall = (await sizeOf(join(workspace, path), few)) < few
    if (isSmall) {
      await cp(join(workspace, path), join(copy, path), { recursive: true, verbatimSymlinks: true, filter: isPlain })
      if (!dependencyFolders.includes(basename(path))) await makeOld(join(copy, path))
    } else if (dependencyFolders.includes(basename(path))) large.push(path)
  }
  return large
}

const OLD = new Date(1_000_000_000_000)

/** What was built must not look newer than its sources, or a program such as make would not build it again. */
async function makeOld(path: string): Promise<void> {
  const state = await lstat(path).catch(() => undefined)
  if (state?.isDirectory()) for (const name of await readdir(path)) await makeOld(join(path, name))
  else if (state?.isFile()) await utimes(path, OLD, OLD)
}

/** Sockets and pipes, other users' files, and names that are not UTF-8 cannot be copied. One would stop the whole copy. */
export async function canCopy(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined)
  if (found?.isSymbolicLink()) return true
  if (!found?.isFile() && !found?.isDirectory()) return false
  return access(path, constants.R_OK).then(
    () => true,
    () => false,
  )
}

/** How many files there are, counting no further than needed. */
async function sizeOf(path: string, most: number): Promise<number> {
  const state = await lstat(path).catch(() => undefined)
  if (!state) return 0
  if (!state.isDirectory()) return state.size > 50_000_000 ? most : 1
  let count = 0
  for (const name of await readdir(path).catch((): string[] => [])) {
    if (count >= most) return most
    count += await sizeOf(join(path, name), most - count)
  }
  return count
}

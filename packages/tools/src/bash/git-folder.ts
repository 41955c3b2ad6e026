import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { PathLock } from '@convene/platform'
import { realPath } from '../shell/real-path.ts'
import { kindOfPath } from './kind-of.ts'

/** Names at the top of a git folder that git writes when it adds, commits, merges, rebases, stashes or fetches. */
const written =
  /^(HEAD|[A-Z][A-Z_]*|index|sharedindex\..*|packed-refs|shallow|gc\.(log|pid)|objects|refs|logs|rebase-merge|rebase-apply|sequencer|rr-cache|lfs|addp-hunk-edit\.diff|(next-index-\d+|.*)\.lock)$/

/** Git must be able to write these at the top of a git folder. Commands may write nothing else there. */
export const isWrittenByGit = (name: string): boolean => written.test(name)

/**
 * Entries at the top of a git folder that git obeys but that usually do not exist. They are created while a command
 * runs, so the command cannot create them: empty, except for `commondir`, which points to the folder itself and so has
 * no effect.
 */
const obeyed: readonly (readonly [string, PathLock['as']])[] = [
  ['hooks', 'folder'],
  ['info', 'folder'],
  ['modules', 'folder'],
  ['worktrees', 'folder'],
  ['remotes', 'folder'],
  ['branches', 'folder'],
  ['config', 'file'],
  ['config.worktree', 'file'],
  ['commondir', 'here'],
]

/** How a git folder is guarded: what must exist, what is read-only, and what must not be moved. */
export type GitGuard = {
  readonly hold: readonly PathLock[]
  readonly readOnly: readonly string[]
  readonly pinned: readonly string[]
}

/** Guards a git folder: everything that git does not need to write is read-only, no matter its name. */
export function guardGitFolder(folder: string): GitGuard {
  const names = folderNames(folder)
  const hold = obeyed.map(([name, as]) => ({ path: join(folder, name), as }))
  const there = names.filter((name) => !isWrittenByGit(name)).map((name) => join(folder, name))
  const alternates = join(folder, 'objects', 'info', 'alternates')
  return {
    hold: hold.filter(({ path }) => ['nothing', 'folder', 'file'].includes(kindOfPath(path))),
    // Only a link's target can be made read-only. The watcher restores the link itself.
    readOnly: [...new Set([...there, ...hold.map(({ path }) => path), alternates].map(realPath))],
    // A mount point cannot be renamed. Otherwise, a folder could be moved away with its mounts and recreated.
    pinned: [folder, join(folder, 'objects'), join(folder, 'refs')],
  }
}

/** Whether a folder named `.git` is a repository, and not empty or something else. */
export const isGitFolder = (folder: string): boolean =>
  ['HEAD', 'config'].some((name) => kindOfPath(join(folder, name)) === 'file')

/** The git folders of submodules, which are inside their repository's git folder. */
export function submodulesOf(folder: string, depth = 0): readonly string[] {
  const modules = join(folder, 'modules')
  const visit = (path: string, level: number): readonly string[] => {
    if (kindOfPath(path) !== 'folder' || level > 8) return []
    if (isGitFolder(path)) return [path, ...(depth < 4 ? submodulesOf(path, depth + 1) : [])]
    return folderNames(path).flatMap((name) => visit(join(path, name), level + 1))
  }
  return kindOfPath(modules) === 'folder' ? folderNames(modules).flatMap((name) => visit(join(modules, name), 0)) : []
}

export function folderNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

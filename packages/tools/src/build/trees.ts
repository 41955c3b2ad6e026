import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { ok, type Result } from '@convene/domain'
import { gitIn } from '../git/repository.ts'
import type { GitCall } from '../git/run-git.ts'
import { quotedPath } from '../worktrees/scratch.ts'
import { beginningOf, objectsFolder, type WorktreeRecord } from '../worktrees/worktree-record.ts'

/** A folder of a repository, with a place next to it for objects that the repository does not get. */
export type Trees = {
  readonly folder: string
  readonly record: WorktreeRecord
  /** Git on the repository, with a separate index. Whatever it creates is stored next to the worktree. */
  git(args: readonly string[], more?: Pick<GitCall, 'input' | 'variables' | 'answers'>): Promise<Result<Buffer>>
  /** A place that is removed afterwards. */
  readonly place: string
}

/** Works with the trees of a build. Objects stay, the index does not. */
export async function withTrees<T>(
  folder: string,
  record: WorktreeRecord,
  work: (trees: Trees) => Promise<T>,
): Promise<T> {
  const objects = objectsFolder(folder)
  await mkdir(objects, { recursive: true, mode: 0o700 })
  const place = await mkdtemp(`${folder}.scratch-`)
  const own = {
    GIT_INDEX_FILE: join(place, 'index'),
    GIT_OBJECT_DIRECTORY: objects,
    GIT_ALTERNATE_OBJECT_DIRECTORIES: [join(record.common, 'objects')].map(quotedPath).join(delimiter),
  }
  const git: Trees['git'] = (args, { variables, ...more } = {}) =>
    gitIn(record, { ...more, args, folder: record.common, variables: { ...own, ...variables } })
  try {
    return await work({ folder, record, git, place })
  } finally {
    await rm(place, { recursive: true, force: true })
  }
}

/**
 * The content of a folder as a tree, committed or not, without what is ignored. `at` is the worktree or the workspace's
 * own root: both are compared with where the build began.
 */
export async function treeAt({ git, record }: Trees, at: string): Promise<Result<string>> {
  const variables = { GIT_WORK_TREE: at }
  const where = record.inside === '' ? [] : ['--', record.inside]
  const begun = await git(['read-tree', beginningOf(record)], { variables })
  if (!begun.ok) return begun
  const added = await git(['add', '--all', ...where], { variables })
  if (!added.ok) return added
  const tree = await git(['write-tree'])
  return tree.ok ? ok(tree.value.toString('utf8').trim()) : tree
}

const SHOWN = ['--binary', '--full-index', '--no-ext-diff', '--no-textconv', '--no-color', '--no-renames']

/** What is different in another tree, as git's patch. */
export const patchBetween = ({ git }: Trees, from: string, to: string): Promise<Result<Buffer>> =>
  git(['diff-tree', '-r', '-p', ...SHOWN, from, to])

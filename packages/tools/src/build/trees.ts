import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { ok, type Result } from '@convene/domain'
import type { GitCall } from '@convene/platform'
import { CONTEXT } from '../diff/hunks.ts'
import { gitIn } from '../git/repository.ts'
import { quotedPath } from '../worktrees/scratch.ts'
import { beginningOf, objectsFolder, type WorktreeRecord } from '../worktrees/worktree-record.ts'

/** A folder of a repository, with a place next to it for objects that the repository does not get. */
export type Trees = {
  readonly folder: string
  readonly record: WorktreeRecord
  /** Git on the repository, with a separate index. Whatever it creates is stored next to the worktree. */
  git(args: readonly string[], more?: Partial<Omit<GitCall, 'args'>>): Promise<Result<Buffer>>
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
    gitIn(record, { folder: record.common, ...more, args, variables: { ...own, ...variables } })
  try {
    return await work({ folder, record, git, place })
  } finally {
    await rm(place, { recursive: true, force: true })
  }
}

/**
 * The content of a folder as a tree, committed or not, without what is ignored. `at` is the worktree or the workspace's
 * own root: both are compared with where the build began. `only`: another tree, in which these files are looked at again.
 */
export async function treeAt(
  { git, record }: Trees,
  at: string,
  only?: { readonly tree: string; readonly files: readonly string[] },
): Promise<Result<string>> {
  if (only?.files.length === 0) return ok(only.tree)
  // Paths are those of the folder that git runs in.
  const there = { folder: at, variables: { GIT_WORK_TREE: at } }
  const begun = await git(['read-tree', only?.tree ?? beginningOf(record)], there)
  if (!begun.ok) return begun
  const where = record.inside === '' ? [] : ['--', record.inside]
  const named = { ...there, input: Buffer.from((only?.files ?? []).map((path) => `${path}\0`).join('')) }
  const added = only
    ? await git(['add', '--all', '--pathspec-from-file=-', '--pathspec-file-nul'], named)
    : await git(['add', '--all', ...where], there)
  if (!added.ok) return added
  const tree = await git(['write-tree'])
  return tree.ok ? ok(tree.value.toString('utf8').trim()) : tree
}

const SHOWN = [
  '--binary',
  '--full-index',
  '--no-ext-diff',
  '--no-textconv',
  '--no-color',
  '--no-renames',
  `--unified=${CONTEXT}`,
]

/** What is different in another tree, as git's patch. */
export const patchBetween = ({ git }: Trees, from: string, to: string): Promise<Result<Buffer>> =>
  git(['diff-tree', '-r', '-p', ...SHOWN, from, to])

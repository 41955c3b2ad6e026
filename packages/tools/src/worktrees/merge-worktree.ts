import { dirname } from 'node:path'
import { type LandingConflict, ok, type Result } from '@convene/domain'
import { gitIn } from '../git/repository.ts'
import { mergeTrees } from '../merge/merge-trees.ts'
import type { Scratch } from './scratch.ts'
import { beginningOf, type WorktreeRecord } from './worktree-record.ts'

/** How a worktree's changes go into a workspace that has changed since: as a patch on a tree, or not at all. */
export type MergedWorktree =
  | { readonly onto: string; readonly patch: Buffer }
  | { readonly conflicts: readonly LandingConflict[]; readonly others: string }

type Sides = { readonly folder: string; readonly root: string; readonly record: WorktreeRecord }

/**
 * Merges what a worktree changed into what the workspace is now, as git merges branches. Nothing is written: with
 * conflicts, `others` is what the workspace has changed in those files.
 */
export async function mergeWorktree(
  { folder, root, record }: Sides,
  scratch: Scratch,
): Promise<Result<MergedWorktree>> {
  const git = (args: readonly string[], variables: { readonly [name: string]: string } = {}) =>
    gitIn(record, { args, folder: record.common, variables: { ...scratch, ...variables } })
  const base = beginningOf(record)
  const ours = await treeOf(git, record, root)
  if (!ours.ok) return ours
  const theirs = await treeOf(git, record, folder)
  if (!theirs.ok) return theirs
  const place = dirname(scratch.GIT_INDEX_FILE ?? folder)
  const merged = await mergeTrees(
    {
      git: (args, more) =>
        gitIn(record, { ...more, args, folder: record.common, variables: { ...scratch, ...more?.variables } }),
      place,
    },
    { base, ours: ours.value, theirs: theirs.value },
  )
  if (!merged.ok) return merged
  if ('tree' in merged.value) {
    const patch = await git([...DIFF, ours.value, merged.value.tree])
    return patch.ok ? ok({ onto: ours.value, patch: patch.value }) : patch
  }
  const { conflicts } = merged.value
  const others = await git([...DIFF, base, ours.value, '--', ...conflicts.map(({ path }) => path)])
  return others.ok ? ok({ conflicts, others: others.value.toString('utf8') }) : others
}

const DIFF = [
  'diff-tree',
  '-r',
  '-p',
  '--binary',
  '--full-index',
  '--no-ext-diff',
  '--no-textconv',
  '--no-color',
  '--no-renames',
]

type Git = (args: readonly string[], variables?: { readonly [name: string]: string }) => Promise<Result<Buffer>>

/** The content of a folder as a tree, committed or not, without what is ignored. */
async function treeOf(git: Git, record: WorktreeRecord, at: string): Promise<Result<string>> {
  const where = record.inside === '' ? [] : ['--', record.inside]
  for (const args of [
    ['read-tree', beginningOf(record)],
    ['add', '--all', ...where],
  ]) {
    const done = await git(args, { GIT_WORK_TREE: at })
    if (!done.ok) return done
  }
  const tree = await git(['write-tree'])
  return tree.ok ? ok(tree.value.toString('utf8').trim()) : tree
}

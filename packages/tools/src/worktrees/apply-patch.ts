import { rm } from 'node:fs/promises'
import { type LandingConflict, ok, type Result, refuse } from '@convene/domain'
import { filesIn } from '../git/numstat.ts'
import { findRepository, gitIn } from '../git/repository.ts'
import { mergeWorktree } from './merge-worktree.ts'
import { areSame } from './same-files.ts'
import { type Scratch, withScratch } from './scratch.ts'
import { takeDiff } from './take-diff.ts'
import { beginningOf, type WorktreeRecord } from './worktree-record.ts'

/** With `conflicts` nothing was changed. `others`: what somebody else has changed in those files. */
export type Applied = {
  readonly files: readonly string[]
  readonly conflicts?: readonly LandingConflict[]
  readonly others?: string
}

/**
 * Makes a worktree's changes in the workspace, exactly or not at all. If the files they touch are as they were when the
 * worktree was created, they are applied as they are. Otherwise they are merged, as git merges branches. The user's index
 * is left unchanged. If the changes are already there, it does nothing.
 */
export async function applyWorktree(folder: string, record: WorktreeRecord): Promise<Result<Applied>> {
  const target = await findRepository(record.workspace)
  if (!target.ok) return refuse('not_applied', `The workspace cannot be changed: ${target.refusal.message}.`)
  if (target.value.common !== record.common)
    return refuse('not_applied', 'The workspace now belongs to another repository.')
  const patch = await takeDiff(folder, record)
  if (!patch.ok) return patch
  if (patch.value.length === 0) return ok({ files: [] })
  const { root } = target.value
  const exact = await withScratch(folder, record, (scratch) =>
    applyPatch({ folder, root, record, scratch }, beginningOf(record), patch.value),
  )
  if (exact.ok) return exact
  const merged = await withScratch(folder, record, (scratch) => applyMerged({ folder, root, record, scratch }))
  // What cannot be merged at all, as with an old git, is refused for the first reason.
  return merged.ok ? merged : exact
}

type Place = {
  readonly folder: string
  readonly root: string
  readonly record: WorktreeRecord
  readonly scratch: Scratch
}

async function applyMerged({ scratch, ...place }: Place): Promise<Result<Applied>> {
  const merged = await mergeWorktree(place, scratch)
  if (!merged.ok) return merged
  if ('conflicts' in merged.value) return ok({ files: [], ...merged.value })
  const { onto, patch } = merged.value
  if (patch.length === 0) return ok({ files: [] })
  await rm(scratch.GIT_INDEX_FILE ?? '', { force: true })
  return applyPatch({ ...place, folder: place.root, scratch }, onto, patch)
}

/** `onto`: the tree that every file in the patch must still be as in. */
async function applyPatch(
  { folder, root, record, scratch }: Place,
  onto: string,
  patch: Buffer,
): Promise<Result<Applied>> {
  const variables = { ...scratch, GIT_WORK_TREE: root }
  const git = (args: readonly string[], input?: Uint8Array) =>
    gitIn(record, { args, folder: root, variables, ...(input && { input }) })
  const numbers = await git(['apply', '--numstat', '-z'], patch)
  if (!numbers.ok) return numbers
  const files = filesIn(numbers.value)
  if (folder !== root && (await areSame(root, folder, files))) return ok({ files })
  const before = await git(['ls-tree', '-r', '-z', '--full-tree', onto, '--', ...files])
  if (!before.ok) return before
  // An index of only these files, as they were: if the workspace differs, it does not match, and nothing is applied.
  const listed = await git(['update-index', '-z', '--index-info'], before.value)
  if (!listed.ok) return listed
  await git(['update-index', '-q', '--refresh'])
  const applied = await git(['apply', '--index', '--binary', '--whitespace=nowarn'], patch)
  return applied.ok ? ok({ files }) : notApplied(applied.refusal.message)
}

function notApplied(said: string): Result<never> {
  const differs = [...said.matchAll(/(?:^|; (?:error: )?)(.+?): (?:does not match index|already exists)/g)].map(
    ([, file]) => file,
  )
  const why = differs.length > 0 ? `changed in the workspace in the meantime: ${differs.join(', ')}` : said
  return refuse('not_applied', `Nothing was applied: ${why}.`)
}

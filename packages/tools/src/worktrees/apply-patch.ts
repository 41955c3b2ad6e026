import { ok, type Result, refuse } from '@convene/domain'
import { filesIn } from '../git/numstat.ts'
import { findRepository, gitIn } from '../git/repository.ts'
import { areSame } from './same-files.ts'
import { withScratch } from './scratch.ts'
import { takeDiff } from './take-diff.ts'
import { beginningOf, type WorktreeRecord } from './worktree-record.ts'

export type Applied = { readonly files: readonly string[] }

/**
 * Makes a worktree's changes in the workspace, exactly or not at all: every file they touch must still be as it was
 * when the worktree was created. The user's index is left unchanged. If the changes are already there, it does nothing.
 */
export async function applyWorktree(folder: string, record: WorktreeRecord): Promise<Result<Applied>> {
  const target = await findRepository(record.workspace)
  if (!target.ok) return refuse('not_applied', `The workspace cannot be changed: ${target.refusal.message}.`)
  if (target.value.common !== record.common)
    return refuse('not_applied', 'The workspace now belongs to another repository.')
  const patch = await takeDiff(folder, record)
  if (!patch.ok) return patch
  if (patch.value.length === 0) return ok({ files: [] })
  return withScratch(folder, record, async (scratch) => {
    const { root } = target.value
    const variables = { ...scratch, GIT_WORK_TREE: root }
    const git = (args: readonly string[], input?: Uint8Array) =>
      gitIn(record, { args, folder: root, variables, ...(input && { input }) })
    const numbers = await git(['apply', '--numstat', '-z'], patch.value)
    if (!numbers.ok) return numbers
    const files = filesIn(numbers.value)
    if (await areSame(root, folder, files)) return ok({ files })
    const before = await git(['ls-tree', '-r', '-z', '--full-tree', beginningOf(record), '--', ...files])
    if (!before.ok) return before
    // An index of only these files, as they were: if the workspace differs, it does not match, and nothing is applied.
    const listed = await git(['update-index', '-z', '--index-info'], before.value)
    if (!listed.ok) return listed
    await git(['update-index', '-q', '--refresh'])
    const applied = await git(['apply', '--index', '--binary', '--whitespace=nowarn'], patch.value)
    return applied.ok ? ok({ files }) : notApplied(applied.refusal.message)
  })
}

function notApplied(said: string): Result<never> {
  const differs = [...said.matchAll(/(?:^|; (?:error: )?)(.+?): (?:does not match index|already exists)/g)].map(
    ([, file]) => file,
  )
  const why = differs.length > 0 ? `changed in the workspace in the meantime: ${differs.join(', ')}` : said
  return refuse('not_applied', `Nothing was applied: ${why}.`)
}

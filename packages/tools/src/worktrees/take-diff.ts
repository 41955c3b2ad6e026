import { ok, type Result } from '@convene/domain'
import { gitIn } from '../git/repository.ts'
import { withScratch } from './scratch.ts'
import { beginningOf, type WorktreeRecord } from './worktree-record.ts'

/**
 * The changes in a worktree since its start, as a patch: including new files, but not ignored ones or nested
 * repositories. Neither the repository nor the agent's own index is changed, and nothing is trusted that the agent
 * could have written into its `.git`.
 */
export function takeDiff(folder: string, record: WorktreeRecord): Promise<Result<Buffer>> {
  return withScratch(folder, record, async (scratch) => {
    const variables = { ...scratch, GIT_WORK_TREE: folder }
    const git = (...args: readonly string[]) => gitIn(record, { args, folder, variables })
    const where = record.inside === '' ? [] : ['--', record.inside]
    const begun = await git('read-tree', beginningOf(record))
    if (!begun.ok) return begun
    const added = await git('add', '--all', ...where)
    if (!added.ok) return added
    const shown = [
      '--cached',
      '--binary',
      '--full-index',
      '--no-ext-diff',
      '--no-textconv',
      '--no-color',
      '--no-renames',
    ]
    const patch = await git('diff-index', '-p', ...shown, beginningOf(record), ...where)
    return patch.ok ? ok(patch.value) : patch
  })
}

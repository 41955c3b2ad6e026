import type { Captured, CaptureRequest, Workspace } from '@convene/engine'
import { findRepository } from '../git/repository.ts'
import { type WorktreeStore, worktrees } from './worktrees.ts'

/** The workspace as git sees it. Without a repository, there is no commit, and no one works in a separate worktree. */
export function gitWorkspace(home: string): Workspace {
  const trees = worktrees(home)
  return {
    async capture(request) {
      const taken = await takeOver(trees, request)
      const found = await findRepository(request.workspace)
      return { commit: found.ok ? found.value.head : null, ...taken }
    },
  }
}

/** Makes a worktree's changes in the workspace. An agent that never entered its worktree has changed nothing. */
async function takeOver(trees: WorktreeStore, request: CaptureRequest): Promise<Omit<Captured, 'commit'>> {
  const { session, worktree, build } = request
  if (worktree === undefined) return { patch: '' }
  const worker = { session, agent: worktree, build }
  const diff = await trees.diffOf(worker)
  if (!diff.ok) return { patch: '', ...(diff.refusal.code !== 'no_worktree' && { refusal: diff.refusal.message }) }
  const patch = diff.value.toString('utf8')
  if (request.reads) return { patch }
  const applied = await trees.applyTo(worker)
  if (!applied.ok) return { patch, refusal: applied.refusal.message }
  const { conflicts = [], others = '' } = applied.value
  if (conflicts.length === 0) return { patch }
  const named = conflicts.map(({ path, reason }) => `${path} (${reason})`)
  return { patch, refusal: `Nothing was applied: ${named.join(', ')}.`, conflict: { files: [...conflicts], others } }
}

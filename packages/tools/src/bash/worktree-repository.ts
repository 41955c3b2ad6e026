import { readFileSync, realpathSync } from 'node:fs'
import { dirname, isAbsolute, join, resolve } from 'node:path'

/** The repository that a worktree belongs to, and the worktree's own part of it. */
export type WorktreeRepository = { readonly common: string; readonly own: string }

/**
 * Where a worktree's repository is, if the repository refers back to it. Otherwise, a command could write any path into
 * the worktree's `.git` and would be shown what is there.
 */
export function worktreeRepository(workspace: string): WorktreeRepository | undefined {
  try {
    const link = join(workspace, '.git')
    const said = /^gitdir: (.+)$/m.exec(readFileSync(link, 'utf8'))?.[1]
    if (said === undefined) return undefined
    const own = realpathSync(resolve(workspace, said))
    const common = realpathSync(resolve(own, readFileSync(join(own, 'commondir'), 'utf8').trim()))
    const back = readFileSync(join(own, 'gitdir'), 'utf8').trim()
    const leadsBack = realpathSync(isAbsolute(back) ? back : resolve(own, back)) === realpathSync(link)
    return leadsBack && dirname(own) === join(common, 'worktrees') ? { common, own } : undefined
  } catch {
    return undefined
  }
}

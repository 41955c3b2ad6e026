import type { Session } from '../state/session.ts'

/** Who works, and in which worktree if not the agent's own. */
type Worker = { readonly agent: string; readonly worktree?: string | null }

/** The name of the worktree a task works in: its step's, else its agent's, else the build's, else none. */
export function worktreeOf(session: Session, { agent, worktree }: Worker): string | null {
  if (worktree) return worktree
  const worktrees = session.run?.settings.worktrees
  return worktrees?.agents.includes(agent) ? agent : (worktrees?.build ?? null)
}

/** The name of the worktree that the run builds in. Absent: its changes are made in the workspace. */
export const buildOf = ({ run }: Pick<Session, 'run'>): { readonly build?: string } => {
  const build = run?.settings.worktrees?.build
  return build === undefined ? {} : { build }
}

/**
 * The folder a task's tools work in: the workspace or a worktree. Its path contains the session, so a fork does not
 * work in the original's folders.
 */
export function directoryOf(session: Session, worker: Worker): string {
  const worktrees = session.run?.settings.worktrees
  const name = worktreeOf(session, worker)
  if (!worktrees || name === null) return session.workspace
  return [worktrees.folder, session.id, name, worktrees.inside].filter((part) => part !== '').join('/')
}

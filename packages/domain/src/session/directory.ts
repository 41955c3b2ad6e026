import type { Session } from '../state/session.ts'

/** Who works, and in which worktree if that is not the agent's. */
type Worker = { readonly agent: string; readonly worktree?: string | null }

/** The worktree that a task works in, by name: its step's, else its agent's, else none. */
export function worktreeOf(session: Session, { agent, worktree }: Worker): string | null {
  if (worktree) return worktree
  return session.run?.settings.worktrees?.agents.includes(agent) ? agent : null
}

/**
 * The folder that a task's tools work in: the workspace, or a worktree. It is named by the session, so that a fork does
 * not work in the folders of what it was forked from.
 */
export function directoryOf(session: Session, worker: Worker): string {
  const worktrees = session.run?.settings.worktrees
  const name = worktreeOf(session, worker)
  if (!worktrees || name === null) return session.workspace
  return [worktrees.folder, session.id, name, worktrees.inside].filter((part) => part !== '').join('/')
}

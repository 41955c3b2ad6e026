import type { Session } from './state.ts'

/**
 * The folder that an agent's tools work in: the workspace, or a worktree of its own. It is named by the session, so that
 * a fork does not work in the folders of what it was forked from.
 */
export function directoryOf(session: Session, agent: string): string {
  const worktrees = session.run?.settings.worktrees
  if (!worktrees?.agents.includes(agent)) return session.workspace
  return [worktrees.folder, session.id, agent, worktrees.inside].filter((part) => part !== '').join('/')
}

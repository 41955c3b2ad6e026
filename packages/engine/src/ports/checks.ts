import type { Check, CheckResult, Moment, Resource, SessionId } from '@convene/domain'
import type { AbortSignal } from '../platform.ts'

export type CheckRequest = {
  readonly session: SessionId
  readonly workspace: string
  /** The worktree of the run's build, which is checked instead of the workspace. */
  readonly build?: string
  /** A git tree of the build that is checked instead of its files. */
  readonly tree?: string
  readonly check: Check
  readonly moment: Moment
  /** The name of the state to compare with. A check `before` the work records it. */
  readonly since: string
  readonly shared?: boolean
  /** The worktree whose files are checked. What git ignores is still the workspace's, or the build's. */
  readonly worktree?: string
  /** Why the rules forbid what it would touch. Without it, nothing is judged. */
  forbids?(touched: readonly Resource[]): string | undefined
}

/** What was seen. The engine measures how long it took. */
export type Checked = Omit<CheckResult, 'effect' | 'check' | 'moment' | 'ms'>

/** Runs checks on a copy of the workspace, so they change nothing. Must not throw. */
export interface Checks {
  run(request: CheckRequest, signal: AbortSignal): Promise<Checked>
}

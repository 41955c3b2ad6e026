import type { Outcome, SessionId } from '@convene/domain'

export type CaptureRequest = {
  readonly session: SessionId
  readonly workspace: string
  /** The name of the worktree whose changes should be applied to the workspace. */
  readonly worktree?: string
  /** Its changes are only read, and not applied. */
  readonly reads?: boolean
  /** The worktree of the run's build, if the changes go there instead. */
  readonly build?: string
}

/**
 * `patch` is the difference in the worktree. `refusal` says why it was not applied to the workspace. `conflict`: the files
 * that others have changed in the same places, and how.
 */
export type Captured = Omit<Extract<Outcome, { kind: 'captured' }>, 'kind'>

/** What the engine needs from a session's folder. Must not throw. */
export interface Workspace {
  /**
   * The current commit of the workspace. With a worktree, its changes are applied to the workspace first, all or none.
   * A second call changes nothing more.
   */
  capture(request: CaptureRequest): Promise<Captured>
}

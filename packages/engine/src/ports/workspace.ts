import type { SessionId } from '@convene/domain'

export type CaptureRequest = {
  readonly session: SessionId
  readonly workspace: string
  /** The worktree whose changes are to be made in the workspace, by name. */
  readonly worktree?: string
}

/** `patch` is what is different in the worktree; `refusal` says why it was not made in the workspace. */
export type Captured = { readonly commit: string | null; readonly patch: string; readonly refusal?: string }

/** What the engine asks of the folder that a session works in. Must not throw. */
export interface Workspace {
  /**
   * The commit that the workspace is at. With a worktree, its changes are made in the workspace first: exactly, or none of
   * them; to ask twice changes nothing more.
   */
  capture(request: CaptureRequest): Promise<Captured>
}

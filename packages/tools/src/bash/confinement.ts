import type { FolderBounds } from '../host/folder-guard.ts'
import type { ResourceLimits } from './resource-limits.ts'
import type { WorktreeRepository } from './worktree-repository.ts'

/** A place inside the writable area: read-only, or writable again inside a read-only one. */
export type Mount = {
  readonly path: string
  readonly access: 'read' | 'write'
  /** What is shown there, if it is somewhere else. Only bubblewrap can do that. */
  readonly source?: string
}

/** What a command may reach. */
export type Confinement = {
  readonly workspace: string
  /** The working directory. */
  readonly folder: string
  readonly home: string
  /** Our own data folder: keys may be in its settings, wherever it is. */
  readonly data: string
  readonly network: boolean
  /** The only variables it sees. If omitted, the ones bwrap itself starts with: other users can read its arguments. */
  readonly environment?: { readonly [name: string]: string }
  readonly limits: ResourceLimits
  /** If given, nothing of the disk is shown but system folders and these. Otherwise everything but the home folder. */
  readonly bounds?: FolderBounds | undefined
  /** The visible parts of the home folder, which is empty otherwise. */
  readonly shown?: readonly Mount[]
  /** Exceptions inside the workspace, outer folders first. */
  readonly mounts?: readonly Mount[]
  /** Workspace files that look empty inside the sandbox. */
  readonly hidden?: readonly string[]
  /** The empty file to show instead. */
  readonly empty?: string
  /** The repository, if the workspace is a worktree: git needs it. */
  readonly repository?: WorktreeRepository
}

import type { ResourceLimits } from './resource-limits.ts'
import type { WorktreeRepository } from './worktree-repository.ts'

/** A place inside of what a command may write: kept as it is, or writable again inside of that. */
export type Mount = { readonly path: string; readonly access: 'read' | 'write' }

/** What a command may reach. */
export type Confinement = {
  readonly workspace: string
  /** The working directory. */
  readonly folder: string
  readonly home: string
  /** Our own data folder: keys may be in its settings, wherever it is. */
  readonly data: string
  readonly network: boolean
  readonly environment: { readonly [name: string]: string }
  readonly limits: ResourceLimits
  /** What is different inside of the workspace, outer folders first. */
  readonly mounts?: readonly Mount[]
  /** Files of the workspace that look empty from inside. */
  readonly hidden?: readonly string[]
  /** An empty file to show in their place. */
  readonly empty?: string
  /** If the workspace is a worktree: without its repository git finds nothing in there. */
  readonly repository?: WorktreeRepository
}

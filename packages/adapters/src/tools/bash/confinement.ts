import type { WorktreeRepository } from './worktree-repository.ts'

/** What a command may reach. */
export type Confinement = {
  readonly workspace: string
  /** Where it starts. */
  readonly folder: string
  readonly home: string
  /** Our own data folder: keys may be in its settings, wherever it lies. */
  readonly data: string
  readonly network: boolean
  readonly environment: { readonly [name: string]: string }
  /** Git folders in the workspace. */
  readonly repositories?: readonly string[]
  /** Files of the workspace that look empty from inside. */
  readonly hidden?: readonly string[]
  /** An empty file to show in their place. */
  readonly empty?: string
  /** Where the workspace is a worktree: without its repository git finds nothing in there. */
  readonly repository?: WorktreeRepository
}

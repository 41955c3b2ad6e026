import { join } from 'node:path'
import type { AbortSignal } from '@convene/engine'
import { createPrivately } from '../../event-log/create-privately.ts'
import { holdPaths } from '../../holds/held-paths.ts'
import type { ToolContext } from '../tool.ts'
import type { Confinement } from './confinement.ts'
import { userHome } from './environment.ts'
import { findGuarded } from './guarded-files.ts'
import { pathsToHold } from './protected-paths.ts'
import { worktreeRepository } from './worktree-repository.ts'

/** What is the same for every command in a workspace, and how to let go of it afterwards. */
export type Prepared = {
  readonly to: Omit<Confinement, 'folder' | 'network' | 'environment'>
  release(): void
}

/** Our own folder, and the environment that names the person's home. */
type Owner = { readonly home: string; readonly environment?: Parameters<typeof userHome>[0] }

type Preparing = { readonly options: Owner; readonly context: ToolContext; readonly signal: AbortSignal }

/** Finds what must be guarded in the workspace, and makes it ready to be guarded. */
export async function prepare({ options, context, signal }: Preparing): Promise<Prepared> {
  const { workspace, judged = [] } = context
  const { secrets, repositories } = await findGuarded(workspace, signal)
  const shown = new Set(judged.filter(({ permission }) => permission === 'read').map(({ target }) => target))
  const repository = worktreeRepository(workspace)
  const empty = join(options.home, 'empty')
  createPrivately(empty)
  const release = holdPaths(options.home, pathsToHold(workspace, repositories))
  const hidden = secrets.filter((path) => !shown.has(path))
  const guards = { repositories, hidden, empty, ...(repository && { repository }) }
  return { to: { ...unguarded(options, context).to, ...guards }, release }
}

/** The same where nothing confines a command. */
export const unguarded = ({ home, environment }: Owner, { workspace }: ToolContext): Prepared => ({
  to: { workspace, home: userHome(environment), data: home },
  release: () => undefined,
})

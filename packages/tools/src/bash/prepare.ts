import { join } from 'node:path'
import type { AbortSignal } from '@convene/engine'
import { createPrivately, lockPaths } from '@convene/platform'
import { gitMaker } from '../shell/git-maker.ts'
import type { ToolContext } from '../tool.ts'
import { userHome } from './command-environment.ts'
import type { Confinement } from './confinement.ts'
import { findSecrets } from './find-secrets.ts'
import { gitFoldersIn, guardWorkspace } from './guard-workspace.ts'
import { namedByGit, nothingNamed } from './named-by-git.ts'
import { scanWorkspace } from './scan-workspace.ts'
import { setAsideIn } from './set-aside.ts'
import { watchWorkspace } from './watch-workspace.ts'
import { worktreeRepository } from './worktree-repository.ts'

/** What a command gets, and how to release it. Releasing returns notes about what the command created. */
export type PreparedCommand = {
  readonly to: Omit<Confinement, 'folder' | 'network' | 'environment' | 'limits'>
  release(): Promise<readonly string[]>
}

/** Convene's data folder, and the environment that names the user's home. */
type Owner = { readonly home: string; readonly environment?: Parameters<typeof userHome>[0] }

type Preparing = {
  readonly command: string
  readonly isConfined: boolean
  readonly options: Owner
  readonly context: ToolContext
  readonly signal: AbortSignal
}

/** Finds, prepares and watches what must be guarded in the workspace. Throws if that fails. */
export async function prepareCommand({
  command,
  isConfined,
  options,
  context,
  signal,
}: Preparing): Promise<PreparedCommand> {
  const { workspace } = context
  const maker = isApproved(context) ? gitMaker(command) : undefined
  const scan = await scanWorkspace(workspace)
  const repository = worktreeRepository(workspace)
  const guarding = { workspace, scan, repository, maker }
  const gitFolders = gitFoldersIn(guarding)
  const plain = { workspace, home: userHome(options.environment), data: options.home }
  const named = isConfined ? await namedByGit(gitFolders, { workspace, userHome: plain.home }) : nothingNamed
  const watched = await watchWorkspace({
    workspace,
    scan,
    gitFolders,
    namedLinks: named.links,
    setAside: setAsideIn(options.home, context.session),
    mayMake: maker !== undefined,
    isConfined,
  })
  if (!isConfined) return { to: plain, release: watched }
  const empty = join(options.home, 'empty')
  createPrivately(empty)
  const { hold, mounts } = guardWorkspace({ ...guarding, named })
  const letGo = lockPaths(options.home, hold)
  const { bounds } = context
  const guards = { mounts, bounds, hidden: await hiddenFrom(context, signal), empty, ...(repository && { repository }) }
  return {
    to: { ...plain, ...guards },
    release: () => {
      letGo()
      return watched()
    },
  }
}

/** Creating a repository always asks (`verdict`), no matter what the rules say. If it runs, the user approved it. */
const isApproved = ({ judged }: ToolContext): boolean =>
  judged?.some(({ permission, verdict }) => permission === 'bash' && verdict === 'ask') ?? false

async function hiddenFrom({ workspace, judged = [] }: ToolContext, signal: AbortSignal): Promise<readonly string[]> {
  const shown = new Set(judged.filter(({ permission }) => permission === 'read').map(({ target }) => target))
  return (await findSecrets(workspace, signal)).filter((path) => !shown.has(path))
}

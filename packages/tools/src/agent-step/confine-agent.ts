import { existsSync, realpathSync } from 'node:fs'
import { delimiter, dirname, isAbsolute, join } from 'node:path'
import type { SessionId, TaskId } from '@convene/domain'
import type { GuardedChildOptions } from '@convene/platform'
import { bubblewrapArguments } from '../bash/bubblewrap.ts'
import { userHome } from '../bash/command-environment.ts'
import type { Mount } from '../bash/confinement.ts'
import { prepareCommand } from '../bash/prepare.ts'
import { usualResourceLimits } from '../bash/resource-limits.ts'
import { findSandbox, type Sandbox } from '../bash/sandbox.ts'
import type { FolderBounds } from '../host/folder-guard.ts'
import { insideOf } from '../path/resolve-path.ts'
import { type StepAgentState, stateOf } from './agent-state.ts'

/** An agent to start: its folder, whether it may write there, and what it needs from the user's home folder. */
export type ConfinedAgent = StepAgentState & {
  readonly directory: string
  readonly mayChange: boolean
}

export type ConfinedProgram = GuardedChildOptions & { released?(): void }

type Options = {
  readonly home: string
  readonly environment: { readonly [name: string]: string | undefined }
  readonly sandbox?: Sandbox
  /** The folders that the agent's session may see, if several groups of people share the machine. */
  readonly bounds?: FolderBounds | undefined
}

/**
 * The program in the sandbox, if the system has one: it sees its folder, its own state and the network. The rest of the
 * home folder and our own data are hidden, and git's settings and hooks are read-only, as for commands.
 */
export async function confineAgent(
  program: GuardedChildOptions,
  to: ConfinedAgent,
  options: Options,
): Promise<ConfinedProgram> {
  const sandbox = options.sandbox ?? (await findSandbox())
  if (sandbox.kind !== 'bubblewrap' && options.bounds)
    throw new Error('it could not be started: on a server for several people, coding agents run only in a sandbox')
  if (sandbox.kind !== 'bubblewrap') return program
  const workspace = realpathSync(to.directory)
  const context = {
    session: 'agent' as SessionId,
    task: 'agent' as TaskId,
    call: 'agent' as never,
    agent: 'agent',
    workspace,
    ...(options.bounds && { bounds: options.bounds }),
  }
  const home = userHome(options.environment)
  const place = { home, data: options.home, workspace, isShared: options.bounds !== undefined }
  const shown = [...programs(home, program, options), ...stateOf(to, place)]
  const { signal } = new AbortController()
  const { to: guards, release } = await prepareCommand({ command: '', isConfined: true, options, context, signal })
  const mounts = to.mayChange ? guards.mounts : [{ path: workspace, access: 'read' as const }]
  const confinement = {
    ...guards,
    ...(mounts && { mounts }),
    folder: workspace,
    network: true,
    limits: usualResourceLimits(),
    shown,
  }
  return {
    ...program,
    command: 'bwrap',
    args: [...bubblewrapArguments(confinement), program.command, ...program.args],
    released: () => void release().catch(() => undefined),
  }
}

/**
 * Program locations that are not visible anyway: the folders on the PATH, and the program's own files. Those are in the
 * home folder or, within bounds, outside the system folders too.
 */
function programs(home: string, { command }: GuardedChildOptions, { environment, bounds }: Options): readonly Mount[] {
  const isUnseen = (path: string) =>
    isBelow(home, path) ||
    (bounds !== undefined && isAbsolute(path) && !bounds.hidden.some((folder) => insideOf(path, folder) !== undefined))
  const folders = (environment.PATH ?? '').split(delimiter).filter(isUnseen)
  const libraries = folders.map((folder) => join(dirname(folder), 'lib'))
  const real = realpathSync(command)
  const cut = real.indexOf('/node_modules/')
  const own = cut < 0 ? dirname(real) : `${real.slice(0, cut)}/node_modules`
  const all = [...folders, ...libraries, own, join(home, '.gitconfig')].filter(
    (path) => isUnseen(path) && existsSync(path),
  )
  return [...new Set(all)].map((path) => ({ path, access: 'read' }))
}

const isBelow = (home: string, path: string): boolean => {
  const inside = insideOf(home, path)
  return inside !== undefined && inside !== '.'
}

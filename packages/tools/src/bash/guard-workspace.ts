import { join } from 'node:path'
import type { PathLock } from '@convene/platform'
import { protectedFolders } from '@convene/platform'
import { insideOf } from '../path/resolve-path.ts'
import type { GitMaker } from '../shell/git-maker.ts'
import type { Mount } from './confinement.ts'
import { type GitGuard, guardGitFolder, isGitFolder, submodulesOf } from './git-folder.ts'
import { kindOfPath } from './kind-of.ts'
import { foldersAbove, type NamedByGit } from './named-by-git.ts'
import type { Scan } from './scan-workspace.ts'
import type { WorktreeRepository } from './worktree-repository.ts'

/** What must exist while a command runs, and what is read-only for it. */
export type WorkspaceGuard = { readonly hold: readonly PathLock[]; readonly mounts: readonly Mount[] }

type Guarding = {
  readonly workspace: string
  readonly scan: Scan
  readonly repository?: WorktreeRepository | undefined
  /** The repository-creating command that the user approved, if this is it. */
  readonly maker?: GitMaker | undefined
}

type GuardingNamed = Guarding & {
  /** Paths in the workspace that git settings name. */
  readonly named: NamedByGit
}

/** More mounts would not fit into one command line. */
const MOST_NESTED = 500

/** All git folders of a workspace: its own, those of nested repositories and their submodules, and a worktree's. */
export function gitFoldersIn({ workspace, scan, repository }: Guarding): readonly string[] {
  const found = [...scan.git].filter(([, { kind }]) => kind !== 'file').map(([path]) => join(workspace, path))
  const bare = scan.bare.map((path) => join(workspace, path))
  const own = [...found.filter(isGitFolder), ...bare].flatMap((folder) => [folder, ...submodulesOf(folder)])
  return repository ? [...own, repository.own] : own
}

/** Makes protected files read-only. Missing ones at the top level are created empty, and read-only too. */
export function guardWorkspace(guarding: GuardingNamed): WorkspaceGuard {
  const { workspace, scan, maker, named } = guarding
  const folders = gitFoldersIn(guarding)
  const guards = folders.map((folder) => free(guardGitFolder(folder), folder, guarding))
  const isRepository = folders.includes(join(workspace, '.git'))
  // A program started in the meantime would read its servers from `.mcp.json`. An empty folder in its place is
  // harmless.
  const names = [...protectedFolders, '.mcp.json'].filter((name) => name !== '.git' || !(isRepository || maker))
  const held = maker === 'clone' ? [] : names.map((name) => join(workspace, name))
  const leading = [...scan.git].filter(([, { kind }]) => kind === 'file').map(([path]) => join(workspace, path))
  const nested = outermost(scan.protected)
    .slice(0, MOST_NESTED)
    .filter((path) => !(maker === 'submodule' && path === '.gitmodules'))
  const readOnly = [
    ...held,
    ...leading,
    ...nested.map((path) => join(workspace, path)),
    ...guards.flatMap((guard) => guard.readOnly),
    ...named.held.map(({ path }) => path),
    // Whatever a command created in there could not be inspected afterwards.
    ...scan.unread.map((path) => join(workspace, path)),
  ].filter((path) => isReachable(guarding, path))
  return {
    hold: [
      ...held.filter(mayHold).map((path): PathLock => ({ path, as: 'folder' })),
      ...guards.flatMap(({ hold }) => hold),
      ...named.held.flatMap((each) => [...aboveNamed(workspace, each), each]),
    ],
    mounts: [
      ...[...above(guarding), ...guards.flatMap(({ pinned }) => pinned)].map(
        (path): Mount => ({ path, access: 'write' }),
      ),
      ...readOnly.map((path): Mount => ({ path, access: 'read' })),
    ].sort((one, other) => one.path.split('/').length - other.path.split('/').length),
  }
}

/** Every folder above something git obeys. If one could be renamed, it could be recreated with another `.git`. */
const above = ({ workspace, scan, named }: GuardingNamed): readonly string[] => {
  const inside = [...scan.git.keys(), ...scan.bare].map((path) => join(workspace, path))
  const paths = [...inside, ...named.held.map(({ path }) => path), ...named.links.keys()]
  return [...new Set(paths.flatMap((path) => foldersAbove(workspace, path)))]
}

const aboveNamed = (workspace: string, { path }: PathLock): readonly PathLock[] =>
  foldersAbove(workspace, path).map((folder) => ({ path: folder, as: 'folder' }))

/** A link may lead out of the workspace. Mounting it would show the command what is there. */
const isReachable = ({ workspace, repository }: Guarding, path: string): boolean =>
  [workspace, ...(repository ? [repository.own] : [])].some((folder) => insideOf(folder, path) !== undefined)

/** Another process may use the same empty folder: it stays until this command has ended. */
const mayHold = (path: string): boolean => ['nothing', 'folder'].includes(kindOfPath(path))

/** Adding a submodule, once the user has approved it, writes the repository's settings and stores it in `modules`. */
function free(guard: GitGuard, folder: string, { workspace, maker }: Guarding): GitGuard {
  if (maker !== 'submodule' || folder !== join(workspace, '.git')) return guard
  const isFree = (path: string) => ['config', 'modules'].some((name) => path === join(folder, name))
  return {
    ...guard,
    hold: guard.hold.filter(({ path }) => !isFree(path)),
    readOnly: guard.readOnly.filter((path) => !isFree(path)),
  }
}

/** Outermost first, without nested ones. */
function outermost(paths: readonly string[]): readonly string[] {
  const kept = new Set<string>()
  const isInside = (path: string) =>
    path.split('/').some((_, index, parts) => index > 0 && kept.has(parts.slice(0, index).join('/')))
  for (const path of paths.toSorted((one, other) => one.split('/').length - other.split('/').length))
    if (!isInside(path)) kept.add(path)
  return [...kept]
}

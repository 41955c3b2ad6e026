import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Confinement } from './confinement.ts'
import { isLink, protectedPaths } from './protected-paths.ts'

/** The arguments of bwrap: the whole system read-only, the workspace writable, no network, no home, no way to more rights. */
export function bubblewrapArguments(to: Confinement): readonly string[] {
  const { workspace, folder, home, data, network, environment } = to
  return [
    ...['--unshare-all', '--unshare-user', '--disable-userns', '--die-with-parent', '--new-session'],
    ...(network ? ['--share-net'] : []),
    ...['--ro-bind', '/', '/', '--tmpfs', '/run', '--tmpfs', '/tmp', '--tmpfs', home],
    ...(existsSync(data) ? ['--tmpfs', data] : []),
    ...['--proc', '/proc', '--ro-bind', '/proc/sys', '/proc/sys', '--dev', '/dev'],
    ...['--bind', workspace, workspace],
    ...readOnly(workspace),
    ...['--clearenv', ...Object.entries(environment).flatMap(([name, value]) => ['--setenv', name, value])],
    ...['--cap-drop', 'ALL', '--chdir', folder, '--'],
  ]
}

function readOnly(workspace: string): readonly string[] {
  const git = join(workspace, '.git')
  // A mount point cannot be renamed: else `.git` could be moved away, with the mounts in it, and made anew.
  const pinned = existsSync(git) && !isLink(git) ? ['--bind', git, git] : []
  const paths = protectedPaths.map((path) => join(workspace, path)).filter((path) => existsSync(path) && !isLink(path))
  return [...pinned, ...paths.flatMap((path) => ['--ro-bind', path, path])]
}

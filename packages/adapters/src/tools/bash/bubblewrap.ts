import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Confinement } from './confinement.ts'
import { kindOf, pathsToProtect } from './protected-paths.ts'

/** The arguments of bwrap: the whole system read-only, the workspace writable, no network, no home, no way to more rights. */
export function bubblewrapArguments(to: Confinement): readonly string[] {
  const { workspace, folder, home, data, network, environment } = to
  return [
    ...['--unshare-all', '--unshare-user', '--disable-userns', '--die-with-parent', '--new-session'],
    ...(network ? ['--share-net'] : []),
    ...['--ro-bind', '/', '/', '--tmpfs', '/run', '--tmpfs', '/tmp', '--tmpfs', home],
    ...(existsSync(data) ? ['--tmpfs', data] : []),
    ...['--proc', '/proc', '--ro-bind', '/proc/sys', '/proc/sys', '--dev', '/dev'],
    ...repositoryOf(to),
    ...['--bind', workspace, workspace],
    ...readOnly(to),
    ...masks(to),
    ...['--clearenv', ...Object.entries(environment).flatMap(([name, value]) => ['--setenv', name, value])],
    ...['--cap-drop', 'ALL', '--chdir', folder, '--'],
  ]
}

function readOnly({ workspace, repositories = [] }: Confinement): readonly string[] {
  // A mount point cannot be renamed: else a git folder could be moved away, with the mounts in it, and made anew.
  const pinned = repositories.filter((path) => kindOf(path) === 'folder').flatMap((path) => ['--bind', path, path])
  return [...pinned, ...pathsToProtect(workspace, repositories).flatMap((path) => ['--ro-bind', path, path])]
}

function masks({ workspace, hidden = [], empty }: Confinement): readonly string[] {
  if (empty === undefined) return []
  const files = hidden.map((path) => join(workspace, path)).filter((path) => kindOf(path) === 'file')
  return files.flatMap((path) => ['--ro-bind', empty, path])
}

/** What was committed can be read, and new objects stored; branches, hooks and settings of the person stay as they are. */
function repositoryOf({ repository }: Confinement): readonly string[] {
  if (!repository) return []
  const { common, own } = repository
  const objects = join(common, 'objects')
  return ['--ro-bind', common, common, '--bind', objects, objects, '--bind', own, own]
}

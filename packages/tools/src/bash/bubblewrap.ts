import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Confinement, Mount } from './confinement.ts'
import { kindOfPath } from './kind-of.ts'
import { mountAliases } from './mount-aliases.ts'
import { closedRoot, ownFolders, visibleDisk } from './visible-disk.ts'

/** The arguments of bwrap: system read-only, workspace writable, no network, no home, no new privileges. */
export function bubblewrapArguments(to: Confinement): readonly string[] {
  const { workspace, folder, home, data, network, environment, limits } = to
  const temporary = (path: string) => ['--size', String(limits.temporaryBytes), '--tmpfs', path]
  return [
    ...['--unshare-all', '--unshare-user', '--disable-userns', '--die-with-parent', '--new-session'],
    ...(network ? ['--share-net'] : []),
    ...visibleDisk(to),
    ...[...temporary('/run'), ...temporary('/tmp')],
    // A disk mounted a second time elsewhere would still show what is hidden here.
    ...mountAliases(home).flatMap(temporary),
    ...['--proc', '/proc', '--ro-bind', '/proc/sys', '/proc/sys', '--dev', '/dev', ...temporary('/dev/shm')],
    ...ownFolders(to),
    ...mounted(to.shown),
    // Our own data stays hidden, no matter what else of the home folder is shown.
    ...(existsSync(data) ? mountAliases(data) : []).flatMap(temporary),
    ...repositoryOf(to),
    ...['--bind', workspace, workspace],
    ...mounted(to.mounts),
    ...masks(to),
    ...closedRoot(to),
    ...(environment ? ['--clearenv', ...Object.entries(environment).flatMap((each) => ['--setenv', ...each])] : []),
    ...['--cap-drop', 'ALL', '--chdir', folder, '--'],
  ]
}

function mounted(mounts: readonly Mount[] = []): readonly string[] {
  return mounts
    .filter(({ path, source = path }) => ['file', 'folder'].includes(kindOfPath(source)))
    .flatMap(({ path, access, source = path }) => [access === 'read' ? '--ro-bind' : '--bind', source, path])
}

function masks({ workspace, hidden = [], empty }: Confinement): readonly string[] {
  if (empty === undefined) return []
  const files = hidden.map((path) => join(workspace, path)).filter((path) => kindOfPath(path) === 'file')
  return files.flatMap((path) => ['--ro-bind', empty, path])
}

/** Commits can be read and new objects stored. The user's branches, hooks and settings stay unchanged. */
function repositoryOf({ repository }: Confinement): readonly string[] {
  if (!repository) return []
  const { common, own } = repository
  const objects = join(common, 'objects')
  return ['--ro-bind', common, common, '--bind', objects, objects, '--bind', own, own]
}

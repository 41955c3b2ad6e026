import { existsSync, realpathSync } from 'node:fs'
import { insideOf } from '../path/resolve-path.ts'
import type { Confinement } from './confinement.ts'
import { mountAliases } from './mount-aliases.ts'

/** Programs and libraries. Installed by the operator, and the same for everybody. */
const SYSTEM = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/opt', '/nix/store', '/gnu/store']

/** What programs need from `/etc`. The rest of it may contain passwords, such as those of package registries. */
const ETC = [
  ...['alternatives', 'ca-certificates', 'crypto-policies', 'fonts', 'group', 'host.conf', 'hostname', 'hosts'],
  ...['inputrc', 'ld.so.cache', 'ld.so.conf', 'ld.so.conf.d', 'locale.alias', 'localtime', 'magic', 'mime.types'],
  ...['networks', 'nsswitch.conf', 'os-release', 'passwd', 'pki/ca-trust', 'pki/tls/certs', 'protocols', 'resolv.conf'],
  ...['services', 'shells', 'ssl/certs', 'ssl/openssl.cnf', 'terminfo', 'timezone'],
].map((name) => `/etc/${name}`)

/**
 * The bwrap arguments for what a command sees of the disk before anything is hidden: all of it or, within bounds, a
 * list. On a list, a folder that somebody adds to the machine later is not shown until it is one of the session's own.
 */
export function visibleDisk({ bounds, home, limits }: Confinement): readonly string[] {
  if (!bounds) return ['--ro-bind', '/', '/']
  const hidden = bounds.hidden.flatMap((folder) => (existsSync(folder) ? mountAliases(realpathSync(folder)) : []))
  const masked = hidden.filter((folder) => SYSTEM.some((system) => isBelow(system, folder)))
  return [
    ...[...SYSTEM, ...ETC].flatMap((path) => ['--ro-bind-try', path, path]),
    ...masked.flatMap((folder) => ['--size', String(limits.temporaryBytes), '--tmpfs', folder]),
    ...shown(foldersOf(bounds.folders).filter((folder) => isBelow(folder, home))),
  ]
}

/** The session's folders, except those that contain the home folder: they are shown before it is hidden. */
export const ownFolders = ({ bounds, home }: Confinement): readonly string[] =>
  shown(foldersOf(bounds?.folders ?? []).filter((folder) => !isBelow(folder, home)))

const shown = (folders: readonly string[]): readonly string[] => folders.flatMap((path) => ['--ro-bind', path, path])

const foldersOf = (folders: readonly string[]): readonly string[] =>
  folders
    .filter((folder) => existsSync(folder))
    .map((folder) => realpathSync(folder))
    .filter((folder) => folder !== '/')

const isBelow = (folder: string, path: string): boolean => insideOf(folder, path) !== undefined

/** The folder at the root belongs to the sandbox itself, and would otherwise be a place to fill the memory with. */
export const closedRoot = ({ bounds }: Confinement): readonly string[] => (bounds ? ['--remount-ro', '/'] : [])

/** The same list for the sandbox of macOS. Written from its manual, and not yet tested on a Mac. */
export const MAC_SYSTEM = ['/usr', '/bin', '/sbin', '/opt', '/System', '/Library', '/Applications', '/private/etc']

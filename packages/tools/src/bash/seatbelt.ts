import { join } from 'node:path'
import type { Confinement } from './confinement.ts'
import { MAC_SYSTEM } from './visible-disk.ts'

/** The profile for sandbox-exec on macOS. Written from its manual, and not yet tested on a Mac. */
export function seatbeltProfile(to: Confinement): string {
  const { workspace, home, data, network, mounts = [], hidden = [], repository, bounds } = to
  const within = (path: string) => `(subpath ${JSON.stringify(path)})`
  const common = repository ? [repository.common] : []
  const stored = repository ? [join(repository.common, 'objects'), repository.own] : []
  return [
    '(version 1)',
    '(allow default)',
    ...(bounds ? onlyListed(bounds) : []),
    `(deny file-read* ${within(home)})`,
    `(deny file-read* ${within(data)})`,
    '(deny file-write*)',
    ...common.map((path) => `(allow file-read* ${within(path)})`),
    ...stored.map((path) => `(allow file-write* ${within(path)})`),
    `(allow file-read* file-write* ${within(workspace)})`,
    `(allow file-write* ${within('/private/tmp')} ${within('/dev')})`,
    // The last matching rule decides, as the innermost mount does on Linux.
    ...mounts.map(({ path, access }) => `(${access === 'read' ? 'deny' : 'allow'} file-write* ${within(path)})`),
    ...hidden.map((path) => `(deny file-read* (literal ${JSON.stringify(join(workspace, path))}))`),
    ...(network ? [] : ['(deny network*)']),
  ].join('\n')
}

/** Names and sizes stay visible: without them, no path can be resolved. */
function onlyListed({ folders, hidden }: NonNullable<Confinement['bounds']>): readonly string[] {
  const within = (paths: readonly string[]) => paths.map((path) => `(subpath ${JSON.stringify(path)})`).join(' ')
  const own = folders.filter((folder) => folder !== '/')
  return [
    '(deny file-read-data (subpath "/"))',
    `(allow file-read-data (literal "/") (subpath "/dev") (subpath "/private/tmp") ${within(MAC_SYSTEM)})`,
    ...(hidden.length > 0 ? [`(deny file-read* ${within(hidden)})`] : []),
    ...(own.length > 0 ? [`(allow file-read* ${within(own)})`] : []),
  ]
}

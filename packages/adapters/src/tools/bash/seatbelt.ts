import { join } from 'node:path'
import type { Confinement } from './confinement.ts'
import { protectedPaths } from './protected-paths.ts'

/** The profile for sandbox-exec of macOS. Written after its manual; it has not been run on such a machine. */
export function seatbeltProfile({ workspace, home, data, network }: Confinement): string {
  const within = (path: string) => `(subpath ${JSON.stringify(path)})`
  return [
    '(version 1)',
    '(allow default)',
    `(deny file-read* ${within(home)})`,
    `(deny file-read* ${within(data)})`,
    '(deny file-write*)',
    `(allow file-read* file-write* ${within(workspace)})`,
    `(allow file-write* ${within('/private/tmp')} ${within('/dev')})`,
    ...protectedPaths.map((path) => `(deny file-write* ${within(join(workspace, path))})`),
    ...(network ? [] : ['(deny network*)']),
  ].join('\n')
}

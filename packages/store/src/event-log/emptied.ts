import { readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

const sizeOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.size

/** The file is empty and its write-ahead log is not. SQLite would throw the log away; what it holds can be recovered. */
export const isEmptiedBesideLog = (path: string): boolean => sizeOf(path) === 0 && (sizeOf(`${path}-wal`) ?? 0) > 0

/** What a person should know of a file that is empty though its folder was used before: a new one begins so too. */
export function noticeEmptied(path: string): readonly string[] {
  const folder = dirname(path)
  if (sizeOf(path) !== 0 || !sizeOf(join(folder, 'owners.db'))) return []
  const [backup] = readdirSync(folder)
    .filter((name) => name.startsWith(`${basename(path)}.backup-`) && !name.endsWith('.unfinished'))
    .toSorted()
    .toReversed()
  const way = backup ? `The newest backup is ${join(folder, backup)}.` : 'There is no backup in this folder.'
  return [
    `${path} was empty (0 bytes), though this folder was used before. Its sessions are not in it any more. ${way}`,
  ]
}

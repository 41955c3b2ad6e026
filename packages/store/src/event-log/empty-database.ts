import { readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

const sizeOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.size

/**
 * The file is empty but its write-ahead log is not. SQLite would discard the log, although its contents can be
 * recovered.
 */
export const isEmptiedBesideLog = (path: string): boolean => sizeOf(path) === 0 && (sizeOf(`${path}-wal`) ?? 0) > 0

/** Tells the user about an empty file in a folder that was used before. A new database also starts empty. */
export function noticeEmptied(path: string): readonly string[] {
  const folder = dirname(path)
  if (sizeOf(path) !== 0 || !sizeOf(join(folder, 'owners.db'))) return []
  const [backup] = readdirSync(folder)
    .filter((name) => name.startsWith(`${basename(path)}.backup-`) && !name.endsWith('.unfinished'))
    .toSorted()
    .toReversed()
  const way = backup ? `The newest backup is ${join(folder, backup)}.` : 'This folder contains no backup.'
  return [`${path} is empty (0 bytes), although this folder was used before. Its sessions are gone. ${way}`]
}

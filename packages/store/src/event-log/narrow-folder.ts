import { chmodSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { resolve } from 'node:path'

/** What others may not do with a data folder: look into it, or write in it. */
const others = 0o077

/**
 * Makes an existing data folder private. A folder that is not the program's alone, such as the home folder, and one of
 * somebody else are only named: to close them could lock out whoever else works there.
 */
export function narrowFolder(folder: string, home = homedir()): readonly string[] {
  const found = statSync(folder, { throwIfNoEntry: false })
  if (process.platform === 'win32' || !found?.isDirectory() || (found.mode & others) === 0) return []
  const rights = (found.mode & 0o777).toString(8)
  const isOurs = found.uid === process.getuid?.() && (found.mode & 0o1000) === 0 && resolve(folder) !== resolve(home)
  if (isOurs && hasClosed(folder))
    return [`The data folder ${folder} was open to other users of this machine (mode ${rights}). It is private now.`]
  return [
    `Other users of this machine can look into the data folder ${folder} (mode ${rights}). Set CONVENE_HOME to a private folder, or run: chmod 700 ${folder}`,
  ]
}

function hasClosed(folder: string): boolean {
  try {
    chmodSync(folder, 0o700)
    return true
  } catch {
    return false
  }
}

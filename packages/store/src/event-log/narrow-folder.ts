import { chmodSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { ownSystem, type System } from '@convene/platform'

/** Permissions that other users must not have on a data folder: reading and writing. */
const others = 0o077

/**
 * Makes an existing data folder private. The home folder, other shared folders and folders of another user only cause a
 * notice: closing them could lock out others who work there.
 */
export function narrowFolder(folder: string, home = homedir(), system: System = ownSystem): readonly string[] {
  const found = statSync(folder, { throwIfNoEntry: false })
  if (!system.hasModes || !found?.isDirectory() || (found.mode & others) === 0) return []
  const rights = (found.mode & 0o777).toString(8)
  const isOurs = found.uid === process.getuid?.() && (found.mode & 0o1000) === 0 && resolve(folder) !== resolve(home)
  if (isOurs && hasClosed(folder))
    return [`Other users of this machine could access the data folder ${folder} (mode ${rights}). It is private now.`]
  return [
    `Other users of this machine can access the data folder ${folder} (mode ${rights}). Set CONVENE_HOME to a private folder, or run: chmod 700 ${folder}`,
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

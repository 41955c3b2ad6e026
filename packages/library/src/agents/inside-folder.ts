import { realpathSync } from 'node:fs'
import { sep } from 'node:path'

/** Whether a folder really is inside another, whatever links are in its path. */
export function isInsideFolder(folder: string, outer: string): boolean {
  return `${realpathSync(folder)}${sep}`.startsWith(`${realpathSync(outer)}${sep}`)
}

import { realpathSync } from 'node:fs'
import { sep } from 'node:path'

/** Whether a folder really is inside another, with all links in its path resolved. */
export function isInsideFolder(folder: string, outer: string): boolean {
  return `${realpathSync(folder)}${sep}`.startsWith(`${realpathSync(outer)}${sep}`)
}

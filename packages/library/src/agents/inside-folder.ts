import { realpathSync } from 'node:fs'
import { sep } from 'node:path'

/** Whether a folder really lies in another, whatever links stand in its path. */
export function isInsideFolder(folder: string, outer: string): boolean {
  return `${realpathSync(folder)}${sep}`.startsWith(`${realpathSync(outer)}${sep}`)
}

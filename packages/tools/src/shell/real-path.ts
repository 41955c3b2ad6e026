import { realpathSync } from 'node:fs'
import { join, sep } from 'node:path'

/** No system opens a path that is longer; looking for its nearest folder would take a call for each of its parts. */
const LONGEST = 4_096

/** The path as the kernel sees it; of what does not exist yet, its nearest folder that does. */
export function realPath(path: string): string {
  if (path.length > LONGEST) return path
  for (let end = path.length; end > 0; end = path.lastIndexOf(sep, end - 1)) {
    try {
      return join(realpathSync(path.slice(0, end)), path.slice(end))
    } catch {
      // Not there: its folder is tried.
    }
  }
  return path.startsWith(sep) ? join(realpathSync(sep), path) : path
}

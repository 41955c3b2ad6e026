import { realpathSync } from 'node:fs'
import { join, sep } from 'node:path'

/** No system opens a longer path, and finding its nearest folder would take one call per part. */
const LONGEST = 4_096

/** The path as the kernel sees it. If it does not exist yet, its nearest existing folder decides. */
export function realPath(path: string): string {
  if (path.length > LONGEST) return path
  for (let end = path.length; end > 0; end = path.lastIndexOf(sep, end - 1)) {
    try {
      return join(realpathSync(path.slice(0, end)), path.slice(end))
    } catch {
      // It does not exist: try its folder.
    }
  }
  return path.startsWith(sep) ? join(realpathSync(sep), path) : path
}

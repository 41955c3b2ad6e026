import { realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** The path as the kernel sees it; of what does not exist yet, its nearest folder that does. */
export function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    const parent = dirname(path)
    return parent === path ? path : join(realPath(parent), basename(path))
  }
}

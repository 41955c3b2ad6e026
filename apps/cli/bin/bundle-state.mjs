import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Whether the bundle in this folder of a checkout is current: every file it was made of has the time and the size that were
 * noted when it was built. Nothing is read but the list, so that it can be asked at every start. `root` ends with a slash.
 */
export function isCurrent(bundle, root) {
  try {
    return JSON.parse(readFileSync(join(bundle, 'sources.json'), 'utf8')).every(([path, changed, bytes]) => {
      const { mtimeMs, size } = statSync(root + path) // `join` costs more than half as much as the question itself
      return mtimeMs === changed && size === bytes
    })
  } catch {
    return false // never built, or a file it was made of is gone
  }
}

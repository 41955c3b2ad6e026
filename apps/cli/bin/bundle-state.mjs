import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Whether a checkout's bundle is current: every source file still has the time and size recorded at build time. Reads
 * only that list, so every start can afford the check. `root` ends with a slash.
 */
export function isCurrent(bundle, root) {
  try {
    return JSON.parse(readFileSync(join(bundle, 'sources.json'), 'utf8')).every(([path, changed, bytes]) => {
      const { mtimeMs, size } = statSync(root + path) // `join` costs more than half as much as the check itself
      return mtimeMs === changed && size === bytes
    })
  } catch {
    return false // never built, or a source file was deleted
  }
}

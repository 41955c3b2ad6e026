import { realpathSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * The folder's identity, no matter which path leads to it: links, bind mounts and different letter case give the same
 * one.
 */
function identityOf(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false, bigint: true })
  return found && `${found.dev} ${found.ino}`
}

/** The path and every folder above it, as the system resolves them. Missing ones are left out. */
function chainOf(path: string): readonly string[] {
  const real = nearestReal(path)
  const chain = [real]
  for (let at = real; dirname(at) !== at; at = dirname(at)) chain.push(dirname(at))
  return chain
}

function nearestReal(path: string): string {
  for (let at = path; ; at = dirname(at)) {
    try {
      return realpathSync(at)
    } catch {
      if (dirname(at) === at) return at
    }
  }
}

/** Whether a path is a folder or is inside it, compared by the file system and not as text. */
export function isWithin(folder: string, path: string): boolean {
  try {
    const wanted = identityOf(folder)
    return wanted !== undefined && chainOf(path).some((each) => identityOf(each) === wanted)
  } catch {
    // A path that cannot be resolved leads nowhere, and opening it fails too.
    return false
  }
}

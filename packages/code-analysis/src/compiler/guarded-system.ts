import { realpathSync, statSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { isSecret } from '@convene/platform'
import ts from 'typescript'

const MAX_FILE_BYTES = 5_000_000

/** The file system as the compiler may see it: the workspace and the compiler's own libraries, without secrets. */
export type GuardedSystem = Omit<ts.ParseConfigHost, 'readDirectory'> & {
  readonly root: string
  fileExists(path: string): boolean
  directoryExists(path: string): boolean
  getDirectories(path: string): string[]
  readFile(path: string): string | undefined
  readDirectory(...search: Parameters<ts.ParseConfigHost['readDirectory']>): string[]
  realpath(path: string): string
}

/** Nothing outside is read, no matter what `extends`, `paths`, imports or links say. Nothing is written or run. */
export function guardedSystem(root: string): GuardedSystem {
  const isAllowed = (path: string): boolean => isReadable(root, path)
  return {
    root,
    useCaseSensitiveFileNames: ts.sys.useCaseSensitiveFileNames,
    fileExists: (path) => ts.sys.fileExists(path) && isAllowed(path),
    directoryExists: (path) => ts.sys.directoryExists(path) && isAllowed(path),
    getDirectories: (path) => (isAllowed(path) ? ts.sys.getDirectories(path) : []),
    readFile: (path) => (isAllowed(path) && isSmall(path) ? ts.sys.readFile(path) : undefined),
    readDirectory: (...search) => (isAllowed(search[0]) ? ts.sys.readDirectory(...search).filter(isAllowed) : []),
    realpath: (path) => ts.sys.realpath?.(path) ?? path,
  }
}

/** The folder with the compiler's own declaration files. */
const libraries = realpathSync(dirname(ts.getDefaultLibFilePath({})))

function isReadable(root: string, path: string): boolean {
  try {
    const real = realpathSync.native(path)
    if (real === root || isBelow(libraries, real)) return true
    return isBelow(root, real) && !isSecret(relative(root, real).split(sep).join('/'))
  } catch {
    return false
  }
}

const isBelow = (folder: string, path: string): boolean => path.startsWith(folder.endsWith(sep) ? folder : folder + sep)

function isSmall(path: string): boolean {
  try {
    const stat = statSync(path)
    return stat.isFile() && stat.size <= MAX_FILE_BYTES
  } catch {
    return false
  }
}

/** The nearest of these files, from a folder up to the root. */
export function nearest(system: GuardedSystem, folder: string, names: readonly string[]): string | undefined {
  for (let at = folder; at === system.root || isBelow(system.root, at); at = dirname(at)) {
    const found = names.map((name) => join(at, name)).find((path) => system.fileExists(path))
    if (found) return found
    if (at === dirname(at)) return undefined
  }
  return undefined
}

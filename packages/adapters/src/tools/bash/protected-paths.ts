import { existsSync, lstatSync, mkdirSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What no command may write, though it lies in the workspace: files that other programs run or trust. */
export const protectedPaths = [
  '.git/hooks',
  '.git/config',
  '.convene',
  '.squad',
  '.mcp.json',
  '.vscode',
  '.github',
] as const

const isFile = (path: string): boolean => /config$|\.json$/.test(path)

const holds = new Map<string, number>()

/**
 * Makes sure that every protected path exists while a command runs, for only what exists can be bound read-only. Gives back
 * what takes away again what was made; the last of several commands in one workspace does it.
 */
export function holdProtectedPaths(workspace: string): () => void {
  const made = [join(workspace, '.git'), ...protectedPaths.map((path) => join(workspace, path))].filter(take)
  return () => made.reverse().forEach(release)
}

function take(path: string): boolean {
  const count = holds.get(path)
  if (count === undefined && (existsSync(path) || isUnderFile(path) || isLink(path))) return false
  if (count === undefined && isFile(path)) writeFileSync(path, '', { flag: 'wx' })
  if (count === undefined && !isFile(path)) mkdirSync(path)
  holds.set(path, (count ?? 0) + 1)
  return true
}

function release(path: string): void {
  const count = (holds.get(path) ?? 1) - 1
  if (count > 0) return void holds.set(path, count)
  holds.delete(path)
  try {
    if (!isFile(path)) rmdirSync(path)
    else if (statSync(path).size === 0) rmSync(path)
  } catch {
    // Somebody has put something there meanwhile: it is theirs.
  }
}

/** In a worktree `.git` is a file: nothing can be put under it. */
const isUnderFile = (path: string): boolean => {
  const parent = join(path, '..')
  return existsSync(parent) && !statSync(parent).isDirectory()
}

export function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink()
  } catch {
    return false
  }
}

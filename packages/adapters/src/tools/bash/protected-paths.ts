import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import type { Held } from '../../holds/held-paths.ts'

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

/**
 * What must be there so that it can be made read-only. Folders all, also in the place of a file: git does not see an empty
 * folder, and would commit an empty file.
 */
export function pathsToHold(workspace: string, repositories: readonly string[]): readonly Held[] {
  const plain = protectedPaths.filter((path) => !path.startsWith('.git/')).map((path) => join(workspace, path))
  const own = join(workspace, '.git')
  const hooks = repositories.map((repository) => join(repository, 'hooks'))
  // An empty folder may be the one that another process holds: it must not go before this command has ended.
  return [...plain, ...(repositories.includes(own) ? [] : [own]), ...hooks]
    .filter((path) => ['nothing', 'folder'].includes(kindOf(path)))
    .map((path) => ({ path, as: 'folder' as const }))
}

/** What is read-only of what is there: in a repository its hooks and settings, else the whole of it. */
export function pathsToProtect(workspace: string, repositories: readonly string[]): readonly string[] {
  const plain = protectedPaths.filter((path) => !path.startsWith('.git/')).map((path) => join(workspace, path))
  const inside = repositories.flatMap((repository) => [join(repository, 'hooks'), join(repository, 'config')])
  const own = join(workspace, '.git')
  const whole = repositories.includes(own) ? [] : [own]
  return [...plain, ...whole, ...inside].filter((path) => ['file', 'folder'].includes(kindOf(path)))
}

/** What stands at a path; a link is neither, since what it leads to is not ours to mount. */
export function kindOf(path: string): 'file' | 'folder' | 'link' | 'nothing' | 'unreachable' {
  try {
    const found = lstatSync(path)
    if (found.isSymbolicLink()) return 'link'
    return found.isDirectory() ? 'folder' : 'file'
  } catch (error) {
    return (error as { code?: string }).code === 'ENOENT' ? 'nothing' : 'unreachable'
  }
}

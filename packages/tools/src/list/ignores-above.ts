import { join } from 'node:path'
import { type IgnoreFile, isIgnored, parseIgnore, readSmall } from '@convene/platform'
import type { ResolvedPath } from '../path/resolve-path.ts'

/**
 * The .gitignore files from the workspace down to a folder, without the folder's own. None apply outside the workspace,
 * or if they ignore the folder itself: a caller who names it wants to see its content.
 */
export async function ignoresAbove(
  workspace: string,
  { inside }: ResolvedPath,
): Promise<{ readonly prefix: string; readonly ignores: readonly IgnoreFile[] }> {
  if (inside === undefined || inside === '.') return { prefix: '', ignores: [] }
  const parts = inside.split('/')
  const folders = parts.map((_, index) => parts.slice(0, index).join('/'))
  const texts = await Promise.all(folders.map((folder) => readSmall(join(workspace, folder, '.gitignore'))))
  const ignores = texts.flatMap((text, index) => (text === undefined ? [] : [parseIgnore(folders[index] ?? '', text)]))
  return { prefix: inside, ignores: isIgnored(ignores, inside, true) ? [] : ignores }
}

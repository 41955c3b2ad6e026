import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readSourceFile } from '@convene/platform'

const MOST_BYTES = 65_536

/**
 * The nearest AGENTS.md: the workspace's own, or else one in a folder above it, up to the root of its repository. Folders
 * above that are not `open` to the caller are left out.
 */
export function readAgentsMd(workspace: string, open: (folder: string) => boolean = () => true): string | undefined {
  const top = repositoryOf(workspace)
  for (let folder = workspace; folder === workspace || open(folder); folder = dirname(folder)) {
    const file = readSourceFile(join(folder, 'AGENTS.md'), { maxBytes: MOST_BYTES, inside: folder })
    if (file.state === 'read') return file.text.trim() || undefined
    if (folder === top || folder === dirname(folder)) break
  }
  return undefined
}

/** The repository's root. Without one, the workspace itself, so no foreign AGENTS.md is used. */
function repositoryOf(workspace: string): string {
  for (let folder = workspace; folder !== dirname(folder); folder = dirname(folder))
    if (existsSync(join(folder, '.git'))) return folder
  return workspace
}

import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { untrackedIn } from '@convene/library'

/** Where a workspace tool may take packages from. */
export type Packages = {
  /** The repository, or the workspace if it is in none. Its files can change with the next commit. */
  readonly root: string
  /** The `node_modules` in it that git says were installed, and not committed. */
  readonly installed: readonly string[]
}

/** The packages around a workspace. Without git nobody knows where they come from, so none counts as installed. */
export async function installedPackages(workspace: string): Promise<Packages> {
  const root = repositoryAround(workspace)
  const folders = [join(workspace, '.convene')]
  for (let folder = workspace; folder !== dirname(root); folder = dirname(folder)) folders.push(folder)
  const found = await Promise.all(folders.map((folder) => untrackedIn(folder, ['node_modules'])))
  return {
    root,
    installed: folders.filter((_, index) => found[index]?.length).map((folder) => join(folder, 'node_modules')),
  }
}

function repositoryAround(workspace: string): string {
  for (let folder = workspace; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return folder
    if (dirname(folder) === folder) return workspace
  }
}

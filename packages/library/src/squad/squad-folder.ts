import { lstatSync, readdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { isInsideFolder } from '../files/inside-folder.ts'

/** Where Squad teams are stored, the newer place first. */
export const squadFolders = ['.squad', '.ai-team'] as const

/** A workspace's Squad folder: one with a team.md that does not lead out of the workspace. */
export function findSquad(workspace: string): string | undefined {
  return squadFolders.map((name) => join(workspace, name)).find((folder) => isSquad(folder, workspace))
}

function isSquad(folder: string, workspace: string): boolean {
  try {
    return (
      lstatSync(join(folder, 'team.md'), { throwIfNoEntry: false }) !== undefined && isInsideFolder(folder, workspace)
    )
  } catch {
    return false
  }
}

const MOST_FOLDERS = 500

/** The members' folders, by their names on disk. Names from a file are never used as paths. */
export function memberFolders(squad: string): readonly string[] {
  try {
    const entries = readdirSync(join(squad, 'agents'), { withFileTypes: true })
    const folders = entries.filter((entry) => entry.isDirectory() && !/^[._]/u.test(entry.name))
    return folders
      .map(({ name }) => name)
      .toSorted()
      .slice(0, MOST_FOLDERS)
  } catch {
    return []
  }
}

/** The files of a Squad folder that define a team, and no others. Paths are relative to the folder. */
export function squadFiles(squad: string): readonly string[] {
  const charters = memberFolders(squad).map((name) => `agents/${name}/charter.md`)
  return ['team.md', 'routing.md', 'decisions.md', ...charters]
}

/** The real folder, so that a link in its path cannot bring in files from outside. */
export const realFolder = (folder: string): string => realpathSync(folder)

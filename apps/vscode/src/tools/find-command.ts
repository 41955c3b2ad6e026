import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, isAbsolute, join, relative } from 'node:path'

/**
 * An installed program, by the folders of the PATH. A folder inside the workspace is left out: a repository must not
 * decide what the editor starts.
 */
export function findCommand(name: string, workspace: string, path = process.env.PATH ?? ''): string | undefined {
  const names = process.platform === 'win32' ? [`${name}.cmd`, `${name}.exe`] : [name]
  const folders = path.split(delimiter).filter((folder) => isAbsolute(folder) && !isInside(workspace, folder))
  return folders.flatMap((folder) => names.map((each) => join(folder, each))).find(isProgram)
}

function isInside(workspace: string, folder: string): boolean {
  const way = relative(workspace, folder)
  return way === '' || (!way.startsWith('..') && !isAbsolute(way))
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}

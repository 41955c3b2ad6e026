import { existsSync, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, relative, sep } from 'node:path'
import { isWithin } from './same-place.ts'

type WorkspaceAndHome = {
  readonly workspace: string
  /** The data folder. */
  readonly home: string
  readonly environment?: { readonly [name: string]: string | undefined }
}

/**
 * Why agents get no file or command access in this folder, or undefined if they do. With write access to the home
 * folder they could change what runs at every login, and with read access to the data folder they could read every key.
 */
export function whyNoWorkspace({ workspace, home, environment = process.env }: WorkspaceAndHome): string | undefined {
  const which = whichOf(workspace, home, [environment.HOME, homedir()])
  return which === undefined ? undefined : `${workspace} is ${which}, so agents cannot use files or run commands here.`
}

function whichOf(workspace: string, home: string, people: readonly (string | undefined)[]): string | undefined {
  if (dirname(workspace) === workspace || isWithin(workspace, '/')) return 'the root of the file system'
  if (people.some((person) => person && isWithin(workspace, person) && isWithin(person, workspace)))
    return 'your home folder'
  if (people.some((person) => person && isWithin(workspace, person))) return 'above your home folder'
  if (isWithin(workspace, home)) return 'above the Convene data folder'
  return isWithin(home, workspace) && !isClone(home, workspace) ? 'in the Convene data folder' : undefined
}

/** The clone of a single session, and nothing else. Compared by real path: a link in a clone does not lead out. */
function isClone(home: string, workspace: string): boolean {
  const paths = [home, workspace]
  if (!paths.every((path) => existsSync(path))) return false
  const [data = '', real = ''] = paths.map((path) => realpathSync(path))
  const [clones, session, tree] = relative(data, real).split(sep)
  return clones === 'clones' && session !== undefined && tree === 'tree'
}

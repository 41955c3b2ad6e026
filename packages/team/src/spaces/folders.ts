import { dirname } from 'node:path'
import type { Refusal } from '@convene/domain'
import { readSettings } from '@convene/library'
import { isWithin, whyNoWorkspace } from '@convene/platform'
import { MAIN_SPACE } from '../accounts/role/main-space.ts'
import { isRepositoryName } from '../clones/repository-name.ts'

/** The server with the folders: its data folder, and the folder that it was started in. */
type Server = { readonly home: string; readonly workspace: string }

/** A space's folders, according to the current settings. A workspace's own settings do not count, trusted or not. */
export function spaceFolders({ home, workspace }: Server, space: string): readonly string[] {
  const { workspaces } = readSettings({ home, workspace, trusted: false }).settings.server
  const own = Object.hasOwn(workspaces, space) ? workspaces[space] : undefined
  if (own || space !== MAIN_SPACE) return own ?? []
  // If it was started in / or in the home folder, as services are, the server has no folder to offer.
  return whyNoWorkspace({ workspace, home }) === undefined ? [workspace] : []
}

const ONLY_WORKERS =
  'This session works in a clone of a repository, which only the server that works on it can read or change.'

/** Why a space's sessions may not work in a folder. Compared by real path, so a link cannot lead out. */
export function refuseFolder(server: Server, space: string, path: string): Refusal | undefined {
  if (isRepositoryName(path)) return { code: 'bad_workspace', message: ONLY_WORKERS }
  if (dirname(path) === path || spaceFolders(server, space).some((folder) => isWithin(folder, path))) return undefined
  const message = `${path} is not a folder of the space "${space}". An admin of the space "${MAIN_SPACE}" can add it to server.workspaces in the settings of every server.`
  return { code: 'bad_workspace', message }
}

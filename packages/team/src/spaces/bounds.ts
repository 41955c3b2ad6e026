import type { SessionId } from '@convene/domain'
import { readSettings } from '@convene/library'
import type { FolderBounds } from '@convene/tools'
import type { PostgresStore } from '../postgres/open-store.ts'
import { spaceFolders } from './folders.ts'

type Server = { readonly home: string; readonly workspace: string }

type Team = { readonly log: Pick<PostgresStore['log'], 'spaceOf'> }

/** What a session sees of this machine's disk: the folders of its space. The others' are hidden, wherever they are. */
export async function folderBoundsOf(server: Server, team: Team, session: SessionId): Promise<FolderBounds> {
  const folders = spaceFolders(server, (await team.log.spaceOf(session)) ?? '')
  return { folders, hidden: everyFolder(server).filter((folder) => !folders.includes(folder)) }
}

/** The same for a program that serves several sessions: nothing but where it is started. */
export const boundsOfNobody = (server: Server): FolderBounds => ({ folders: [], hidden: everyFolder(server) })

function everyFolder({ home, workspace }: Server): readonly string[] {
  const { workspaces } = readSettings({ home, workspace, trusted: false }).settings.server
  return [...new Set([workspace, ...Object.values(workspaces).flat()])]
}

import { type Result, refuse, type Team } from '@convene/domain'
import { deleteFile, folderIn, type LibraryPlace, saveFile } from '../files/save-file.ts'
import { teamFileText } from './team-text.ts'

const MAX_BYTES = 1_000_000

export type TeamPlace = LibraryPlace

/** The folder with the user's teams, or with a workspace's. */
export const teamFolder = (place: TeamPlace): string => folderIn(place, 'teams')

export type TeamToSave = {
  readonly team: Team
  /** Whether to replace an existing file with other text. */
  readonly replace?: boolean
  /** The file's content when it was read. If it has changed, that is someone else's work and stays. */
  readonly read?: string
}

/**
 * Writes a team's file and returns its path. An existing file stays, unless it is to be replaced and has not changed
 * since it was read.
 */
export function saveTeam(place: TeamPlace, { team, replace = false, read }: TeamToSave): Result<string> {
  return saveFile(place, {
    folder: teamFolder(place),
    name: `${team.slug}.json`,
    text: teamFileText(team),
    maxBytes: MAX_BYTES,
    refuseOver: (file, { isThere, text }) => {
      if (isThere) return refuseOther(file, text, { replace, read })
      return read === undefined ? undefined : refuse('changed', changed(file, 'is gone'))
    },
  })
}

function refuseOther(
  file: string,
  text: string | undefined,
  { replace, read }: { readonly replace: boolean; readonly read: string | undefined },
): Result<never> | undefined {
  if (read !== undefined) return read === text ? undefined : refuse('changed', changed(file, 'has changed'))
  if (replace) return undefined
  return refuse('team_exists', `${file} already exists with different content. Nothing was written.`)
}

const changed = (file: string, what: string): string =>
  `${file} ${what} since it was read. Nothing was written. Review it and try again.`

/** Sessions keep their own copy of the team, so none of them changes. */
export const deleteTeam = deleteFile

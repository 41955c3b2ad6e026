import { mkdirSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ok, type Result, refuse, type Team } from '@convene/domain'
import { readSourceFile, replaceFile } from '@convene/platform'
import { isInsideFolder } from '../agents/inside-folder.ts'
import { teamText } from './team-text.ts'

const MAX_BYTES = 1_000_000

export type TeamPlace = { readonly home: string; readonly workspace: string; readonly scope: 'user' | 'workspace' }

/** The folder for the teams of the user or of a workspace. */
export const teamFolder = ({ home, workspace, scope }: TeamPlace): string =>
  scope === 'user' ? join(home, 'teams') : join(workspace, '.convene', 'teams')

export type TeamToSave = {
  readonly team: Team
  /** Also where a file with another text is there. */
  readonly replace?: boolean
  /** What the file held when it was read: a different text now is someone else's work, and stays. */
  readonly read?: string
}

/** Writes a team's file, whole or not at all. One that is there stays, unless it is to be replaced and is what was read. */
export function saveTeam(place: TeamPlace, { team, replace = false, read }: TeamToSave): Result<string> {
  const folder = teamFolder(place)
  const file = join(folder, `${team.slug}.json`)
  const text = teamText(team)
  try {
    mkdirSync(folder, { recursive: true, ...(place.scope === 'user' && { mode: 0o700 }) })
    if (!isInsideFolder(folder, place.scope === 'user' ? place.home : place.workspace))
      return refuse('outside', `${folder} points elsewhere. Nothing was written.`)
    const known = readSourceFile(file, { maxBytes: MAX_BYTES })
    if (known.state === 'read' && known.text === text) return ok(file)
    const refused = refuseOther(file, known.state === 'read' ? known.text : undefined, { replace, read })
    if (known.state !== 'missing' && refused) return refused
    if (known.state === 'missing' && read !== undefined) return refuse('changed', changed(file, 'is gone'))
    replaceFile(known.state === 'missing' ? file : realpathSync(file), text, place.scope === 'user' ? 0o600 : 0o644)
    return ok(file)
  } catch (error) {
    return refuse('not_saved', `${file} cannot be written: ${(error as NodeJS.ErrnoException).code}.`)
  }
}

function refuseOther(
  file: string,
  text: string | undefined,
  { replace, read }: { readonly replace: boolean; readonly read: string | undefined },
): Result<never> | undefined {
  if (read !== undefined) return read === text ? undefined : refuse('changed', changed(file, 'has changed'))
  if (replace) return undefined
  return refuse('team_exists', `${file} already exists with different content. Use --replace to overwrite it.`)
}

const changed = (file: string, what: string): string =>
  `${file} ${what} since it was read. Nothing was written. Review it and try again.`

/** Removes a team's file. Sessions hold their team as it was, so none of them changes. */
export function deleteTeam(file: string): Result<string> {
  try {
    rmSync(file)
    return ok(file)
  } catch (error) {
    return refuse('not_deleted', `${file} cannot be deleted: ${(error as NodeJS.ErrnoException).code}.`)
  }
}

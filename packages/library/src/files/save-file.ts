import { mkdirSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ok, type Result, refuse } from '@convene/domain'
import { readSourceFile, replaceFile } from '@convene/platform'
import { isInsideFolder } from './inside-folder.ts'

/** Whose files these are, and where: the user's in the data folder, a workspace's in `.convene`. */
export type LibraryPlace = { readonly home: string; readonly workspace: string; readonly scope: 'user' | 'workspace' }

export const folderIn = ({ home, workspace, scope }: LibraryPlace, name: string): string =>
  scope === 'user' ? join(home, name) : join(workspace, '.convene', name)

type FileToSave = {
  readonly folder: string
  readonly name: string
  readonly text: string
  readonly maxBytes: number
  /** Why the existing file may not be overwritten. Gets its text, or undefined if it cannot be read or is missing. */
  refuseOver(
    file: string,
    known: { readonly isThere: boolean; readonly text: string | undefined },
  ): Result<never> | undefined
}

/**
 * Writes a library file, completely or not at all, and returns its path. Writing the same text again changes nothing.
 */
export function saveFile(
  place: LibraryPlace,
  { folder, name, text, maxBytes, refuseOver }: FileToSave,
): Result<string> {
  const file = join(folder, name)
  const isOwn = place.scope === 'user'
  try {
    mkdirSync(folder, { recursive: true, ...(isOwn && { mode: 0o700 }) })
    if (!isInsideFolder(folder, isOwn ? place.home : place.workspace))
      return refuse('outside', `${folder} points elsewhere. Nothing was written.`)
    const known = readSourceFile(file, { maxBytes })
    if (known.state === 'read' && known.text === text) return ok(file)
    const isThere = known.state !== 'missing'
    const refused = refuseOver(file, { isThere, text: known.state === 'read' ? known.text : undefined })
    if (refused) return refused
    replaceFile(isThere ? realpathSync(file) : file, text, isOwn ? 0o600 : 0o644)
    return ok(file)
  } catch (error) {
    return refuse('not_saved', `${file} cannot be written: ${(error as NodeJS.ErrnoException).code}.`)
  }
}

export function deleteFile(file: string): Result<string> {
  try {
    rmSync(file)
    return ok(file)
  } catch (error) {
    return refuse('not_deleted', `${file} cannot be deleted: ${(error as NodeJS.ErrnoException).code}.`)
  }
}

import { type Dirent, readdirSync } from 'node:fs'
import { join } from 'node:path'

export type FilesUnder = {
  /** Sorted by path, relative to the folder. */
  readonly files: readonly string[]
  /** Why the list is incomplete. Empty if it is complete. */
  readonly problems: readonly string[]
}

/** Metadata files of file managers: nothing can be imported from them. */
const LEFT_BEHIND = ['.DS_Store', 'Thumbs.db', 'desktop.ini']

/** Every file in a folder and its subfolders, no matter its name, except `without`. A missing folder has none. */
export function filesUnder(folder: string, most: number, without: readonly string[] = []): FilesUnder {
  const files: string[] = []
  const problems: string[] = []
  const folders = ['']
  for (const inner of folders) {
    for (const entry of entriesIn(join(folder, inner), problems)) {
      const path = join(inner, entry.name).replaceAll('\\', '/')
      if (without.includes(path)) continue
      if (entry.isDirectory()) folders.push(path)
      else if (entry.isFile()) files.push(path)
      else problems.push(`contains ${path}, which is a link or not a regular file: its target can change unseen`)
    }
    if (files.length + folders.length <= most) continue
    problems.push(`contains more than ${most} files and folders`)
    break
  }
  return { files: files.sort(), problems }
}

function entriesIn(folder: string, problems: string[]): readonly Dirent[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true })
    return entries.filter((entry) => !(LEFT_BEHIND.includes(entry.name) && entry.isFile()))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT' && code !== 'ENOTDIR') problems.push(`cannot be listed: ${code}`)
    return []
  }
}

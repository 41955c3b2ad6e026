import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { MergedCheck, OwnChange } from '@convene/domain'
import { removeTree, replaceFile } from '@convene/platform'
import { z } from 'zod'

/** One file: its state before and after. `mode`: the permissions that it gets. */
const FileWrite = z.object({
  path: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  mode: z.number().int(),
})
export type FileWrite = z.infer<typeof FileWrite>

/** Everything needed to finish a change to the user's files, or to take it back. */
export const Journal = z.object({
  id: z.string(),
  /** The git tree of what is kept afterwards. */
  tree: z.string(),
  root: z.string(),
  /** Where files are put aside: a folder in the same file system. */
  aside: z.string(),
  writes: z.array(FileWrite),
  checks: z.array(MergedCheck),
  own: OwnChange.optional(),
  /** Everything is written. What was put aside may be gone already. */
  isDone: z.boolean(),
})
export type Journal = z.infer<typeof Journal>

/** Next to the worktree, out of reach of those who work in it. */
export const landingFolder = (folder: string): string => `${folder}.landing`

/** Where the new content of a file is prepared. */
export const stagedAt = (folder: string, path: string): string => join(landingFolder(folder), 'files', path)

/** From here on, the change is made, even if the process dies. */
export const writeJournal = (folder: string, journal: Journal): void =>
  replaceFile(join(landingFolder(folder), 'journal.json'), JSON.stringify(journal))

/** The change that was not finished, if there is one. */
export async function readJournal(folder: string): Promise<Journal | undefined> {
  try {
    return Journal.parse(JSON.parse(await readFile(join(landingFolder(folder), 'journal.json'), 'utf8')))
  } catch {
    return undefined
  }
}

/** The journal goes first: without it, the rest is nothing. */
export async function removeJournal(folder: string): Promise<void> {
  await rm(join(landingFolder(folder), 'journal.json'), { force: true })
  await removeTree(landingFolder(folder))
}

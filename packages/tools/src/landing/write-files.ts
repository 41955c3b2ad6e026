import { chmod, copyFile, link, lstat, mkdir, rename, rm, rmdir, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { removeTree } from '@convene/platform'
import { FOLDER, fileState } from './file-state.ts'
import { type FileWrite, type Journal, stagedAt } from './journal.ts'

/** Files that are no longer as the journal says. Nobody's work is overwritten: nothing is written then. */
export class ChangedMeanwhile extends Error {
  readonly path: string
  constructor(path: string) {
    super(`${path} was changed at the same time`)
    this.path = path
  }
}

/**
 * Makes every change of the journal. What was there is put aside first and compared there, where nobody changes it. It
 * may be called again after it was interrupted anywhere.
 */
export async function writeFiles(folder: string, journal: Journal): Promise<void> {
  await mkdir(journal.aside, { recursive: true, mode: 0o700 })
  const writes = [...journal.writes.entries()]
  const done = new Set<number>()
  for (const [at, write] of writes) if (await isDone(journal, at, write)) done.add(at)
  for (const [at, write] of writes) if (!done.has(at)) await putAside(journal, at, write)
  for (const [at, write] of writes) if (!done.has(at)) await putThere(folder, journal, at, write)
}

/**
 * Puts everything back that was put aside. A file that somebody else has written since stays as it is: what was there
 * before then stays in the folder `aside`, whose name is returned.
 */
export async function takeBack(journal: Journal): Promise<string | undefined> {
  const writes = [...journal.writes.entries()]
  for (const [at, write] of writes) if (await isOurs(journal, at, write)) await remove(journal, write.path)
  let isAllBack = true
  for (const [at, { path }] of writes) {
    const [target, old] = [join(journal.root, path), oldOf(journal, at)]
    if ((await fileState(old)) === null) continue
    const isBack = (await isPlain(journal.root, path)) && (await putBack(old, target))
    isAllBack &&= isBack
  }
  if (isAllBack) await tidy(journal)
  return isAllBack ? undefined : journal.aside
}

/** What is there now was put there by us, whatever was there before. */
async function isOurs(journal: Journal, at: number, { path, before, after }: FileWrite): Promise<boolean> {
  if (after === null || !(await wasBegun(journal, at, before)) || !(await isPlain(journal.root, path))) return false
  return (await fileState(join(journal.root, path))) === after
}

async function putBack(old: string, target: string): Promise<boolean> {
  try {
    await mkdir(dirname(target), { recursive: true })
    if ((await fileState(target)) === FOLDER) await rmdir(target)
    if ((await fileState(target)) !== null) return false
    await rename(old, target)
    return true
  } catch {
    return false
  }
}

/** Whether a change is there already: by an earlier try that was interrupted. */
async function isDone(journal: Journal, at: number, { path, before, after }: FileWrite): Promise<boolean> {
  if (!(await isPlain(journal.root, path))) throw new ChangedMeanwhile(path)
  if ((await fileState(join(journal.root, path))) !== after) return false
  return before === null || after === null ? await wasBegun(journal, at, before) : true
}

/** A missing file is as wanted only if it is missing because of us. A new one only if we made it. */
const wasBegun = async (journal: Journal, at: number, before: string | null): Promise<boolean> =>
  before === null ? (await fileState(newOf(journal, at))) !== null : (await fileState(oldOf(journal, at))) !== null

async function putAside(journal: Journal, at: number, { path, before }: FileWrite): Promise<void> {
  const [target, old] = [join(journal.root, path), oldOf(journal, at)]
  const aside = await fileState(old)
  if (before === null || aside !== null) {
    if (aside !== before) throw new ChangedMeanwhile(path)
    return
  }
  if ((await fileState(target)) !== before) throw new ChangedMeanwhile(path)
  await rename(target, old)
  if ((await fileState(old)) !== before) throw new ChangedMeanwhile(path)
  await removeEmpty(journal.root, path)
}

async function putThere(folder: string, journal: Journal, at: number, write: FileWrite): Promise<void> {
  const { path, after, mode } = write
  if (after === null) return
  const [target, fresh] = [join(journal.root, path), newOf(journal, at)]
  if (!(await isPlain(journal.root, path))) throw new ChangedMeanwhile(path)
  try {
    await mkdir(dirname(target), { recursive: true })
    if ((await fileState(target)) === FOLDER) await rmdir(target)
    await rm(fresh, { force: true })
    if (after.startsWith(LINK)) {
      await symlink(after.slice(LINK.length), fresh)
      await symlink(after.slice(LINK.length), target)
    } else {
      await copyFile(stagedAt(folder, path), fresh)
      await chmod(fresh, mode)
      await place(fresh, target)
    }
  } catch (error) {
    const { code } = error as { code?: string }
    if (code !== undefined && IN_THE_WAY.includes(code)) throw new ChangedMeanwhile(path)
    throw error
  }
}

const LINK = 'link '
const IN_THE_WAY: readonly string[] = ['EEXIST', 'ENOTEMPTY', 'ENOTDIR', 'EISDIR']

/** Never over another file. Some file systems have no links: there a copy is moved, after a last look. */
async function place(fresh: string, target: string): Promise<void> {
  try {
    await link(fresh, target)
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'EEXIST' || code === 'ENOTDIR' || (await fileState(target)) !== null) throw error
    await copyFile(fresh, `${fresh}.copy`)
    await rename(`${fresh}.copy`, target)
  }
}

const oldOf = ({ aside }: Journal, at: number): string => join(aside, `${at}.old`)
const newOf = ({ aside }: Journal, at: number): string => join(aside, `${at}.new`)

/** Whether every folder above is a real one: a link would lead out of the workspace. */
async function isPlain(root: string, path: string): Promise<boolean> {
  const parts = path.split('/').slice(0, -1)
  for (let count = 1; count <= parts.length; count++) {
    const found = await lstat(join(root, ...parts.slice(0, count))).catch(() => undefined)
    if (found?.isSymbolicLink()) return false
  }
  return true
}

async function remove(journal: Journal, path: string): Promise<void> {
  await rm(join(journal.root, path), { force: true })
  await removeEmpty(journal.root, path)
}

/** Git keeps no empty folders either. */
async function removeEmpty(root: string, path: string): Promise<void> {
  for (let above = dirname(path); above !== '.'; above = dirname(above)) {
    const isGone = await rmdir(join(root, above)).then(
      () => true,
      () => false,
    )
    if (!isGone) return
  }
}

/** Removes what was put aside. Until then, an interrupted change can be finished or taken back. */
export const tidy = ({ aside }: Journal): Promise<void> => removeTree(aside)

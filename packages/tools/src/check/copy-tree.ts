import { createHash, randomUUID } from 'node:crypto'
import { cp, mkdir, readdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { dependencyFolders, ok, type Result, refuse, type SessionId } from '@convene/domain'
import { plainName, removeTree } from '@convene/platform'
import { inTurn } from '../change/in-turn.ts'
import { type FoundRepository, findRepository } from '../git/repository.ts'
import { canCopy } from '../ignored/ignored-files.ts'
import { makeWorktree, takeAway } from '../worktrees/make-worktree.ts'
import { bringTree } from '../worktrees/uncommitted.ts'
import {
  beginningOf,
  objectsFolder,
  readWorktreeRecord,
  type WorktreeWorker,
  worktreeFolder,
} from '../worktrees/worktree-record.ts'
import { type Manifest, readManifest } from './manifest.ts'

/** A throwaway copy of a workspace's files, committed or not. */
export type TreeCopy = {
  /** The folder in the copy that corresponds to the workspace. */
  readonly folder: string
  /** Names this state of the files: a git tree, or a hash over their contents. */
  readonly tree: string
  readonly files: Manifest
  remove(): Promise<void>
}

/** Where a session's copies and remembered states are. */
export const checksFolder = (home: string, session: SessionId): string => join(home, 'checks', plainName(session))

/** A git tree to copy instead of the files, and the folder with its objects. */
export type CopiedTree = { readonly tree: string; readonly objects: string }

/**
 * `worktree`: its files instead of the workspace's, `asBegun` or as they are now. If nobody has entered it, they are the
 * same.
 */
type Copied = {
  readonly session: SessionId
  readonly workspace: string
  readonly worktree?: string | undefined
  readonly asBegun?: boolean
  readonly other?: CopiedTree | undefined
}

/** What was noted about a worktree when it was made. Its own `.git` may say anything. */
async function knownWorktree(
  home: string,
  worker: WorktreeWorker,
): Promise<{ readonly repository: FoundRepository; readonly began: CopiedTree } | undefined> {
  const folder = worktreeFolder(home, worker)
  const record = folder === undefined ? undefined : await readWorktreeRecord(folder)
  if (folder === undefined || !record?.ready) return undefined
  return {
    repository: { root: folder, common: record.common, inside: record.inside, head: record.base },
    began: { tree: beginningOf(record), objects: objectsFolder(folder) },
  }
}

/** Copies the files of a workspace, without those that git ignores. What a killed process has left behind goes first. */
export async function copyTree(
  home: string,
  { session, workspace, worktree, asBegun = false, other }: Copied,
): Promise<Result<TreeCopy>> {
  const place = checksFolder(home, session)
  await mkdir(place, { recursive: true, mode: 0o700 })
  await removeLeftovers(place)
  const folder = join(place, `copy-${randomUUID().slice(0, 8)}`)
  const apart = worktree === undefined ? undefined : await knownWorktree(home, { session, agent: worktree })
  if (apart) return copyRepository(folder, workspace, { ...apart, other: asBegun ? apart.began : other })
  const found = await findRepository(workspace)
  return found.ok ? copyRepository(folder, workspace, { other }) : copyFolder(folder, workspace)
}

async function copyRepository(
  folder: string,
  workspace: string,
  { repository, other }: { readonly repository?: FoundRepository; readonly other?: CopiedTree | undefined },
): Promise<Result<TreeCopy>> {
  const made = await inTurn(`worktrees of ${workspace}`, () => makeWorktree(folder, workspace, true, { repository }))
  if (!made.ok) return made
  const from = beginningOf(made.value)
  const changed = other ? await bringTree(folder, made.value, { ...other, from }) : ok(undefined)
  if (!changed.ok) return changed
  const own = join(folder, made.value.inside)
  return ok({
    folder: own,
    tree: other?.tree ?? from,
    files: await readManifest(own),
    remove: () => removeCopy(folder),
  })
}

const MOST_FILES = 20_000

async function copyFolder(folder: string, workspace: string): Promise<Result<TreeCopy>> {
  let files = 0
  const isCopied = async (path: string) => {
    files += 1
    return files <= MOST_FILES && (path === workspace || !SKIPPED.has(basename(path))) && canCopy(path)
  }
  await cp(workspace, folder, { recursive: true, verbatimSymlinks: true, filter: isCopied })
  if (files > MOST_FILES) {
    await removeTree(folder)
    return refuse('too_large', `the workspace has more than ${MOST_FILES} files and no git repository`)
  }
  const manifest = await readManifest(folder)
  return ok({ folder, tree: hashOf(manifest), files: manifest, remove: () => removeTree(folder) })
}

const SKIPPED = new Set(['.git', ...dependencyFolders])

function hashOf(files: Manifest): string {
  const hash = createHash('sha256')
  for (const [path, { hash: content }] of [...files].sort(([one], [other]) => (one < other ? -1 : 1)))
    hash.update(`${path}\0${content}\0`)
  return hash.digest('hex')
}

async function removeLeftovers(place: string): Promise<void> {
  const names = await readdir(place).catch((): string[] => [])
  for (const name of names.filter((one) => /^copy-[0-9a-f]+$/u.test(one))) await removeCopy(join(place, name))
}

/** The folder, what its repository knows of it, and what was noted about it. */
async function removeCopy(folder: string): Promise<void> {
  const record = await readWorktreeRecord(folder)
  await (record ? takeAway(folder, record) : removeTree(folder))
  await removeTree(objectsFolder(folder))
  await rm(`${folder}.json`, { force: true })
}

import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { SessionId } from '@convene/domain'
import type { AbortSignal, Blobs, EventLog, Ownership, Trash } from '@convene/engine'
import { releaseDeadLocks, removeTree } from '@convene/platform'
import { isInTrash, WEEK_MS } from '../trash/trash.ts'
import { keepWork, removeFilesOf } from '../trash/trash-session.ts'
import { OLD_MS, removeTemporaryFiles } from './temporary-files.ts'

export type CleanupOptions = {
  readonly home: string
  readonly workspace: string
  readonly log: Pick<EventLog, 'head'>
  readonly ownership: Pick<Ownership, 'owned'>
  readonly blobs: Pick<Blobs, 'drop'>
  readonly trash: Trash
  now(): number
}

/** A cleanup running in the background. `stop` ends it soon, and resolves once it has ended. */
export type Cleanup = { readonly done: Promise<void>; stop(): Promise<void> }

const DAY_MS = 24 * 60 * 60 * 1_000
const SESSION = /^[0-9A-Z]{26}$/

/**
 * Removes what dead processes left behind: folders of sessions that no longer exist, incomplete files, old trash. Never
 * touches a session that is in the log or held by a live process, or anything whose name and age do not mark it as
 * ours. Never fails.
 */
export function startCleanup(options: CleanupOptions): Cleanup {
  const stopping = new AbortController()
  const done = cleanup(options, stopping.signal).catch(() => {})
  return {
    done,
    stop: () => {
      stopping.abort()
      return done
    },
  }
}

async function cleanup(options: CleanupOptions, signal: AbortSignal): Promise<void> {
  const now = options.now()
  releaseDeadLocks(options.home)
  await options.trash.empty(now - WEEK_MS)
  await removeOrphans(options, signal)
  if (signal.aborted) return
  const folders = await worktreesOnDisk(options.home, now)
  for (const root of [options.workspace, ...folders]) await removeTemporaryFiles(root, { now, signal })
}

type OrphansOptions = Omit<CleanupOptions, 'workspace'>

/** Removes the files of sessions that no longer exist. What agents did in worktrees stays in the trash for a week. */
export async function removeOrphans(options: OrphansOptions, signal?: AbortSignal): Promise<void> {
  for (const session of await sessionsOnDisk(options.home, options.now())) {
    if (signal?.aborted) return
    if (await isNoMore(options, session)) await removeOrphan(options, session)
  }
}

/** Sessions whose files have not changed for a day. */
async function sessionsOnDisk(home: string, now: number): Promise<readonly SessionId[]> {
  const found = new Map<string, boolean>()
  for (const kind of ['outputs', 'images', 'reads', 'worktrees', 'clones']) {
    for (const name of await namesIn(join(home, kind))) {
      const isOld = await isOlder(join(home, kind, name), now, DAY_MS)
      if (SESSION.test(name)) found.set(name, isOld && found.get(name) !== false)
    }
  }
  return [...found].flatMap(([name, isOld]) => (isOld ? [name as SessionId] : []))
}

const isNoMore = async ({ log, ownership }: OrphansOptions, session: SessionId): Promise<boolean> =>
  (await log.head(session)) === 0 && !(await ownership.owned(session))

/** Its images stay as long as the session can be restored. */
async function removeOrphan(options: OrphansOptions, session: SessionId): Promise<void> {
  const kept = await keepWork(options, session)
  if (kept.ok) await removeFilesOf(options.home, session).catch(() => {})
  if (!(await isInTrash(options.trash, session))) await options.blobs.drop({ session }).catch(() => {})
}

/** Every worktree. Incomplete files next to one are removed on the way. */
async function worktreesOnDisk(home: string, now: number): Promise<readonly string[]> {
  const folders: string[] = []
  for (const session of await namesIn(join(home, 'worktrees'))) {
    const own = join(home, 'worktrees', session)
    for (const name of await namesIn(own)) {
      const path = join(own, name)
      const isLeft = /\.scratch-\w{6}$|\.[0-9a-f]{12}\.tmp$/.test(name)
      if (isLeft && (await isOlder(path, now, OLD_MS))) await removeTree(path).catch(() => {})
      if (!name.includes('.')) folders.push(path)
    }
  }
  return folders
}

const namesIn = (folder: string): Promise<readonly string[]> => readdir(folder).catch((): string[] => [])

async function isOlder(path: string, now: number, ageMs: number): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined)
  return found !== undefined && now - found.mtimeMs > ageMs
}

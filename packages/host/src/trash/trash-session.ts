import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { ok, type Result, refuse, type SessionId } from '@convene/domain'
import type { EventLog, Trash } from '@convene/engine'
import { plainName, removeTree } from '@convene/platform'
import { fileTrash } from '@convene/store'
import { type WorktreeStore, worktrees } from '@convene/tools'
import { keepEvents, keepPatch, titleIn } from './trash.ts'

export type TrashContext = {
  readonly home: string
  readonly log: Pick<EventLog, 'stored' | 'remove'>
  /** Stores it for a week. Default: files in `home`. */
  readonly trash?: Trash
}

/**
 * Deletes a session with everything that it has on this machine. Its events and the agents' work in worktrees stay in
 * the trash for a week, and so do images. If that fails, nothing is deleted. The caller holds the session's lease.
 */
export async function trashSession(context: TrashContext, session: SessionId): Promise<Result<void>> {
  const { home, log, trash = fileTrash(home) } = context
  const events = await log.stored(session)
  const title = titleIn(session, events)
  const kept = await keepEvents(trash, plainName(session), { events, title })
  if (!kept.ok) return refuse('not_deleted', `${kept.refusal.message}. Nothing was deleted.`)
  const work = await keepWork({ home, trash }, session)
  if (!work.ok) return refuse('not_deleted', `${work.refusal.message}. Nothing was deleted.`)
  await log.remove(session)
  // After the events: if it crashes here, the leftovers belong to no session, and cleanup removes them.
  await removeFilesOf(home, session)
  return ok(undefined)
}

/** Moves the patches of a session's worktrees into the trash. A worktree that git can no longer read is skipped. */
export async function keepWork(
  { home, trash }: { readonly home: string; readonly trash: Trash },
  session: SessionId,
): Promise<Result<void>> {
  const trees = await worktreesOf(home, session)
  if (!trees) return ok(undefined)
  for (const agent of await trees.agentsOf(session)) {
    const patch = await trees.diffOf({ session, agent })
    if (!patch.ok || patch.value.length === 0) continue
    const kept = await keepPatch(trash, `${plainName(session)}-${agent}`, patch.value)
    if (!kept.ok) return kept
  }
  return ok(undefined)
}

/** Long outputs, read marks, worktrees, clones. Images stay, because a restored session needs them. */
export async function removeFilesOf(home: string, session: SessionId): Promise<void> {
  const name = plainName(session)
  await (await worktreesOf(home, session))?.remove(session)
  await removeTree(join(home, 'outputs', name))
  await removeTree(join(home, 'reads', name))
  await removeTree(join(home, 'clones', name))
  await removeTree(join(home, 'checks', name))
}

/** Undefined if the session has none, like most. */
async function worktreesOf(home: string, session: SessionId): Promise<WorktreeStore | undefined> {
  const found = await lstat(join(home, 'worktrees', session)).catch(() => undefined)
  return found && worktrees(home)
}

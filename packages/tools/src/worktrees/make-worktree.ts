import { lstat, readdir, readFile, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { ok, type Result, refuse } from '@convene/domain'
import { removeTree } from '@convene/platform'
import { type FoundRepository, findRepository, gitIn } from '../git/repository.ts'
import { bringChanges, keepTree } from './uncommitted.ts'
import { readWorktreeRecord, type WorktreeRecord, writeWorktreeRecord } from './worktree-record.ts'

type Making = {
  /** What is known of it, if what is in the workspace's folder cannot be trusted to say so. */
  readonly repository?: FoundRepository | undefined
  /** Adds what belongs to no commit. */
  readonly bring?: ((place: string) => Promise<void>) | undefined
}

/**
 * The worktree at this folder, created if missing: on a detached HEAD, so none of the user's branches is created, moved
 * or locked. Uncommitted changes in the workspace are not in it, unless it is created `withChanges`.
 */
export async function makeWorktree(
  folder: string,
  workspace: string,
  withChanges = false,
  { repository, bring }: Making = {},
): Promise<Result<WorktreeRecord>> {
  const known = await readWorktreeRecord(folder)
  if (known?.ready && (await isFolder(folder))) return ok(known)
  try {
    const begun = known ? ok(known) : await begin(workspace, withChanges ? folder : undefined, repository)
    if (!begun.ok) return begun
    const record = begun.value
    await writeWorktreeRecord(folder, { ...record, ready: false })
    const added = await add(folder, record)
    if (!added.ok) return refuse('no_worktree', `its worktree could not be created: ${added.refusal.message}`)
    const changed = record.start === undefined ? ok(undefined) : await bringChanges(folder, record)
    if (!changed.ok) return refuse('no_worktree', `its worktree could not be created: ${changed.refusal.message}`)
    await bring?.(join(folder, record.inside))
    const ready = { ...record, ready: true }
    await writeWorktreeRecord(folder, ready)
    return ok(ready)
  } catch (error) {
    return refuse('no_worktree', `its worktree could not be created: ${(error as Error).message}`)
  }
}

/** Retried if it had to be created again: a git that outlived its killed parent may still be working in it. */
async function add(folder: string, record: WorktreeRecord): Promise<Result<unknown>> {
  const args = ['worktree', 'add', '--quiet', '--detach', folder, record.base]
  let added: Result<unknown> = refuse('no_worktree', 'it was not tried')
  for (let tries = 0; tries < TRIES && !added.ok; tries++) {
    if (tries > 0) await setTimeout(AGAIN_MS)
    await takeAway(folder, record)
    added = await gitIn(record, { args, folder: record.common })
  }
  return added
}

const TRIES = 3
const AGAIN_MS = 300

async function begin(
  workspace: string,
  folder: string | undefined,
  repository: FoundRepository | undefined,
): Promise<Result<WorktreeRecord>> {
  const found = repository ? ok(repository) : await findRepository(workspace)
  if (!found.ok) return refuse('no_worktree', `${workspace} has no worktrees: ${found.refusal.message}`)
  const { head: base, ...place } = found.value
  const record = { workspace, ...place, base, ready: false }
  if (folder === undefined) return ok(record)
  const start = await keepTree(folder, record)
  return start.ok ? ok({ ...record, start: start.value }) : start
}

/** Removes the folder and the repository's records about it. Nothing else in the repository is touched. */
export async function takeAway(folder: string, { common }: Pick<WorktreeRecord, 'common'>): Promise<void> {
  await removeTree(folder)
  const kept = join(common, 'worktrees')
  if (!(await isFolder(kept))) return
  for (const name of await readdir(kept)) {
    const leadsTo = await readFile(join(kept, name, 'gitdir'), 'utf8').catch(() => '')
    if (leadsTo.replace(/\r?\n$/, '') === join(folder, '.git')) await removeTree(join(kept, name))
  }
  await rmdir(kept).catch(() => {})
}

const isFolder = async (path: string): Promise<boolean> =>
  (await lstat(path).catch(() => undefined))?.isDirectory() ?? false

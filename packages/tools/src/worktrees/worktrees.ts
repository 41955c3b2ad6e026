import { access, constants, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { ok, type Result, type RunSettings, refuse, type SessionId } from '@convene/domain'
import { removeTree } from '@convene/platform'
import { inTurn } from '../change/in-turn.ts'
import { findRepository, type Repository } from '../git/repository.ts'
import { askGit } from '../git/run-git.ts'
import { removeSearchDatabase } from '../search/search-database.ts'
import { type Applied, applyWorktree } from './apply-patch.ts'
import { makeWorktree, takeAway } from './make-worktree.ts'
import { takeDiff } from './take-diff.ts'
import {
  readRecord,
  recordedAgents,
  sessionFolder,
  type WorktreeRecord,
  type WorktreeWorker,
  worktreeFolder,
  worktreesFolder,
} from './worktree-record.ts'

export type Planned = { readonly settings?: RunSettings['worktrees']; readonly notes: readonly string[] }

/** Folders for agents that work separately: git worktrees of the workspace's repository, by session and agent. */
export type Worktrees = {
  /**
   * What a run records about the agents that asked for one. If it is not possible, they work in the workspace, and a
   * note says so. `forSteps`: plan steps may ask for one later.
   */
  plan(workspace: string, agents: readonly string[], forSteps?: boolean): Promise<Planned>
  /**
   * The folder to work in, created on first use and then reused as it was left, even by another process. It starts from
   * the last commit or, `withChanges`, from the current content of the workspace.
   */
  enter(worker: WorktreeWorker, workspace: string, withChanges?: boolean): Promise<Result<string>>
  agentsOf(session: SessionId): Promise<readonly string[]>
  /** A patch against the worktree's starting commit. Empty if nothing has changed. */
  diffOf(worker: WorktreeWorker): Promise<Result<Buffer>>
  /** Makes the same changes in the workspace: exactly, or none of them. */
  applyTo(worker: WorktreeWorker): Promise<Result<Applied>>
  /** Removes everything of a session. Not an error if there is nothing. */
  remove(session: SessionId): Promise<void>
}

export function worktrees(home: string): Worktrees {
  const making = new Map<string, Promise<Result<string>>>()
  return {
    plan: (workspace, agents, forSteps = false) => plan(home, workspace, agents, forSteps),
    enter(worker, workspace, withChanges = false) {
      const folder = worktreeFolder(home, worker)
      if (folder === undefined) return Promise.resolve(refuse('bad_name', `"${worker.agent}" has no folder.`))
      const made = making.get(folder) ?? enter(folder, workspace, withChanges).finally(() => making.delete(folder))
      making.set(folder, made)
      return made
    },
    agentsOf: (session) => recordedAgents(home, session),
    diffOf: (worker) => withRecord(home, worker, takeDiff),
    applyTo: (worker) => withRecord(home, worker, inTurnApply),
    remove: (session) => removeAll(home, session),
  }
}

async function plan(home: string, workspace: string, agents: readonly string[], forSteps: boolean): Promise<Planned> {
  if (agents.length === 0 && !forSteps) return { notes: [] }
  const found = await usable(workspace)
  if (found.ok)
    return { settings: { folder: worktreesFolder(home), inside: found.value.inside, agents: [...agents] }, notes: [] }
  if (agents.length === 0) return { notes: [] }
  const who = agents.join(', ')
  return { notes: [`No worktree for ${who}: ${workspace} itself is used, since ${found.refusal.message}.`] }
}

async function usable(workspace: string): Promise<Result<Repository>> {
  const found = await findRepository(workspace)
  if (!found.ok) return found
  const { common, head, inside } = found.value
  const args = ['cat-file', '-e', inside === '' ? head : `${head}:${inside}/`]
  const tree = await askGit({ args, folder: common, variables: { GIT_DIR: common } })
  if (!tree.ok) return refuse('not_committed', 'it is not in the last commit of its repository')
  const writable = await access(common, constants.W_OK).then(
    () => true,
    () => false,
  )
  return writable ? found : refuse('read_only', 'its repository cannot be written')
}

async function enter(folder: string, workspace: string, withChanges: boolean): Promise<Result<string>> {
  const made = await inTurn(`worktrees of ${workspace}`, () => makeWorktree(folder, workspace, withChanges))
  if (!made.ok) return made
  const place = join(folder, made.value.inside)
  const real = await realpath(place).catch(() => undefined)
  // A committed link in the way would lead the agent out of its worktree.
  if (real !== undefined && real === join(await realpath(folder), made.value.inside)) return ok(place)
  return refuse(
    'no_worktree',
    `the folder ${made.value.inside} is not in the last commit, so there is no worktree of it`,
  )
}

/** Waits its turn, so that no worktree starts with half of someone's changes. */
const inTurnApply = (folder: string, record: WorktreeRecord): Promise<Result<Applied>> =>
  inTurn(`worktrees of ${record.workspace}`, () => applyWorktree(folder, record))

/** Works in a worktree that is ready. */
export async function withRecord<T>(
  home: string,
  worker: WorktreeWorker,
  work: (folder: string, record: WorktreeRecord) => Promise<Result<T>>,
): Promise<Result<T>> {
  const folder = worktreeFolder(home, worker)
  const record = folder === undefined ? undefined : await readRecord(folder)
  if (folder === undefined || !record?.ready)
    return refuse('no_worktree', `${worker.agent} has no worktree in this session.`)
  try {
    return await work(folder, record)
  } catch (error) {
    return refuse('git_failed', (error as Error).message)
  }
}

async function removeAll(home: string, session: SessionId): Promise<void> {
  const own = sessionFolder(home, session)
  if (own === undefined) return
  for (const agent of await recordedAgents(home, session)) {
    const [folder, record] = [join(own, agent), await readRecord(join(own, agent))]
    if (!record) continue
    removeSearchDatabase(home, await realpath(join(folder, record.inside)).catch(() => folder))
    await takeAway(folder, record)
  }
  await removeTree(own)
}

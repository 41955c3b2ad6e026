import { access, constants, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { ok, type Result, type RunSettings, refuse, type SessionId } from '@convene/domain'
import { askGit, removeTree } from '@convene/platform'
import { inTurn } from '../change/in-turn.ts'
import { findRepository, type GitRepository } from '../git/repository.ts'
import { removeSearchDatabase } from '../search/search-database.ts'
import { type Applied, applyWorktree } from './apply-patch.ts'
import { bringIgnored } from './bring-ignored.ts'
import { makeWorktree, takeAway } from './make-worktree.ts'
import { takeDiff } from './take-diff.ts'
import {
  readWorktreeRecord,
  recordedAgents,
  sessionFolder,
  type WorktreeRecord,
  type WorktreeWorker,
  worktreeFolder,
  worktreesFolder,
} from './worktree-record.ts'

/** Who asks for a worktree: agents, steps of the plan later, and the run for everybody else. */
export type Wish = { readonly agents: readonly string[]; readonly forSteps?: boolean; readonly build?: string }

export type Planned = { readonly settings?: RunSettings['worktrees']; readonly notes: readonly string[] }

/** Folders for agents that work separately: git worktrees of the workspace's repository, by session and agent. */
export type WorktreeStore = {
  /**
   * What a run records about the agents that asked for one. If it is not possible, they work in the workspace, and a
   * note says so.
   */
  plan(workspace: string, wish: Wish): Promise<Planned>
  /**
   * The folder to work in, created on first use and then reused as it was left, even by another process. It starts from
   * the last commit or, `withChanges`, from the current content of the workspace. Next to a build, it starts from that.
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

export function worktrees(home: string): WorktreeStore {
  const making = new Map<string, Promise<Result<string>>>()
  const open = (worker: WorktreeWorker, from: From): Promise<Result<string>> => {
    const folder = worktreeFolder(home, worker)
    if (folder === undefined) return Promise.resolve(refuse('bad_name', `"${worker.agent}" has no folder.`))
    const made = making.get(folder) ?? enter(folder, from).finally(() => making.delete(folder))
    making.set(folder, made)
    return made
  }
  return {
    plan: (workspace, wish) => plan(home, workspace, wish),
    async enter(worker, workspace, withChanges = false) {
      const { build } = worker
      if (build === undefined) return open(worker, { workspace, withChanges })
      const built = await open({ ...worker, agent: build }, { workspace, withChanges: true, isBuild: true })
      if (!built.ok || build === worker.agent) return built
      return open(worker, { workspace: built.value, withChanges: true, isBuild: true })
    },
    agentsOf: (session) => recordedAgents(home, session),
    diffOf: (worker) => withRecord(home, worker, takeDiff),
    applyTo: (worker) => withRecord(home, worker, inTurnApply),
    remove: (session) => removeAll(home, session),
  }
}

async function plan(home: string, workspace: string, wish: Wish): Promise<Planned> {
  const { agents, forSteps = false, build } = wish
  if (agents.length === 0 && !forSteps && build === undefined) return { notes: [] }
  const found = await usable(workspace)
  if (found.ok)
    return {
      settings: {
        folder: worktreesFolder(home),
        inside: found.value.inside,
        agents: [...agents],
        ...(build !== undefined && { build }),
      },
      notes: [],
    }
  if (agents.length === 0) return { notes: [] }
  const who = agents.join(', ')
  return { notes: [`No worktree for ${who}: ${workspace} itself is used, since ${found.refusal.message}.`] }
}

async function usable(workspace: string): Promise<Result<GitRepository>> {
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

/** What a worktree starts from. Builds also need what git ignores, such as dependencies. */
type From = { readonly workspace: string; readonly withChanges: boolean; readonly isBuild?: boolean }

async function enter(folder: string, { workspace, withChanges, isBuild = false }: From): Promise<Result<string>> {
  const bring = isBuild ? (place: string) => bringIgnored(workspace, place) : undefined
  const made = await inTurn(`worktrees of ${workspace}`, () => makeWorktree(folder, workspace, withChanges, { bring }))
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

/** Who works in a worktree. An agent's own begins with the last commit, not with the build. */
export const workerOf = (request: {
  readonly session: SessionId
  readonly agent: string
  readonly worktree: string
  readonly build?: string | undefined
}): WorktreeWorker => ({
  session: request.session,
  agent: request.worktree,
  ...(request.worktree !== request.agent && request.build !== undefined && { build: request.build }),
})

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
  const record = folder === undefined ? undefined : await readWorktreeRecord(folder)
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
    const [folder, record] = [join(own, agent), await readWorktreeRecord(join(own, agent))]
    if (!record) continue
    removeSearchDatabase(home, await realpath(join(folder, record.inside)).catch(() => folder))
    await takeAway(folder, record)
  }
  await removeTree(own)
}

import { readdir, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import { type Result, refuse } from '@convene/domain'
import { agentTrustIn, NO_FOLDER, type Program, recentWorkspaces } from '@convene/host'
import { decidingText, grantTrust, nothingToTrust, type TrustStore } from '@convene/library'
import type { Output } from '@convene/protocol'
import { addWorkingTree, workingTrees } from '@convene/tools'
import { doneAnswer, type Handlers, inPlace } from '../context.ts'
import { timeText } from '../sessions/row-view.ts'

type Names =
  | 'workspaces'
  | 'folders'
  | 'repositories'
  | 'worktrees'
  | 'createWorktree'
  | 'trust'
  | 'agentTrust'
  | 'grantTrust'

const MOST_FOLDERS = 1_000

/** The folders that sessions work in, and whether the user trusts them. */
export const workspaceHandlers: Handlers<Names> = {
  workspaces: async ({ program }, { workspace }) => {
    const found = await recentWorkspaces(program, workspace)
    const items = found.map(({ lastUsed, ...workspace }) => ({
      ...workspace,
      lastUsed: lastUsed === null ? null : timeText(lastUsed),
    }))
    return { ok: true, value: { items, next: null } }
  },
  folders: async ({ program }, { path }) => {
    const { folders } = program
    if (folders && (path === undefined || resolve(path) === NO_FOLDER)) return listed(folders.list())
    const wanted = path ?? homedir()
    if (!isAbsolute(wanted)) return refuse('bad_path', 'The path must be absolute.')
    const refusal = folders?.refuse(resolve(wanted))
    if (refusal) return { ok: false, refusal }
    const found = await foldersIn(resolve(wanted))
    const isTop = found.ok && found.value.parent !== null && folders?.refuse(found.value.parent)
    return isTop ? { ok: true, value: { ...found.value, parent: NO_FOLDER } } : found
  },
  repositories: async ({ program }) => ({
    ok: true,
    value: { items: [...(program.folders?.repositories() ?? [])], next: null },
  }),
  worktrees: (context, { workspace }) =>
    inPlace(context, workspace, async (place) => {
      const found = await workingTrees(place.workspace)
      return { ok: true, value: { items: found.ok ? [...found.value] : [], next: null } }
    }),
  createWorktree: (context, { workspace, branch }) =>
    inPlace(context, workspace, async (place) => addWorkingTree(place.workspace, branch)),
  trust: (context, { workspace }) => inPlace(context, workspace, async (place) => shown(place, await trustIn(place))),
  agentTrust: (context, { workspace }) =>
    inPlace(context, workspace, async (place) => shown(place, await agentTrustIn(place))),
  grantTrust: (context, { workspace, hash, agents }) =>
    inPlace<Output<'grantTrust'>>(context, workspace, async (place) => {
      const own = whyNot(await trustIn(place), hash)
      if (own) return own
      const whole = agents === undefined ? undefined : whyNot(await agentTrustIn(place), agents)
      if (whole) return whole
      grantTrust(place.home, place.workspace, { hash, ...(agents !== undefined && { agents }), at: place.now() })
      return doneAnswer
    }),
}

/** Without a folder, there is nothing to trust. Members must not see what is in the root of the server's disk. */
const trustIn = async (place: Program): Promise<TrustStore> =>
  place.workspace === NO_FOLDER ? nothingToTrust : place.trust()

function shown({ workspace }: Program, { files, ...trust }: TrustStore): Result<Output<'trust'>> {
  const texts = files.map(({ path, brings }) => ({ path, brings, text: decidingText(workspace, path) }))
  return { ok: true, value: { workspace, ...trust, files: texts } }
}

/** Only what was shown, and can be shown in full, is trusted. */
function whyNot(found: TrustStore, hash: string): Result<never> | undefined {
  if (found.hash !== hash)
    return refuse('trust_changed', 'The files have changed since they were shown. Review them again.')
  return found.problem === undefined ? undefined : refuse('untrustable', found.problem)
}

/** A space's folders, listed as if they were in the same parent folder. */
async function listed(paths: readonly string[]): Promise<Result<Output<'folders'>>> {
  const items = await Promise.all(paths.map(async (path) => ({ name: path, path, git: await isRepository(path) })))
  return { ok: true, value: { path: NO_FOLDER, parent: null, items } }
}

const isRepository = async (path: string): Promise<boolean> =>
  (await stat(join(path, '.git')).catch(() => undefined)) !== undefined

async function foldersIn(path: string): Promise<Result<Output<'folders'>>> {
  const entries = await readdir(path, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => error)
  if (entries instanceof Error) return refuse('bad_path', `${path} cannot be opened (${entries.code}).`)
  const folders = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.')).slice(0, MOST_FOLDERS)
  const items = folders.map(async ({ name }) => {
    const inner = join(path, name)
    return { name, path: inner, git: await isRepository(inner) }
  })
  const sorted = (await Promise.all(items)).sort((a, b) => a.name.localeCompare(b.name))
  const parent = dirname(path) === path || basename(path) === '' ? null : dirname(path)
  return { ok: true, value: { path, parent, items: sorted } }
}

import { readdir, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import { type Result, refuse } from '@convene/domain'
import { recentWorkspaces } from '@convene/host'
import { decidingText, grantTrust } from '@convene/library'
import type { Output } from '@convene/protocol'
import { addWorkingTree, workingTrees } from '@convene/tools'
import { done, type Handlers, inPlace } from '../context.ts'
import { timeText } from '../sessions/row-view.ts'

type Names = 'workspaces' | 'folders' | 'worktrees' | 'createWorktree' | 'trust' | 'grantTrust'

const MOST_FOLDERS = 1_000

/** The folders that sessions work in, and whether the user trusts them. */
export const workspaceHandlers: Handlers<Names> = {
  workspaces: async ({ program }) => {
    const found = await recentWorkspaces(program)
    const items = found.map(({ lastUsed, ...workspace }) => ({
      ...workspace,
      lastUsed: lastUsed === null ? null : timeText(lastUsed),
    }))
    return { ok: true, value: { items, next: null } }
  },
  folders: async (_context, { path = homedir() }) =>
    isAbsolute(path) ? foldersIn(resolve(path)) : refuse('bad_path', 'The path must be absolute.'),
  worktrees: (context, { workspace }) =>
    inPlace(context, workspace, async (place) => {
      const found = await workingTrees(place.workspace)
      return { ok: true, value: { items: found.ok ? [...found.value] : [], next: null } }
    }),
  createWorktree: (context, { workspace, branch }) =>
    inPlace(context, workspace, async (place) => addWorkingTree(place.workspace, branch)),
  trust: (context, { workspace }) =>
    inPlace(context, workspace, async (place) => {
      const { files, ...trust } = await place.trust()
      const shown = files.map(({ path, brings }) => ({ path, brings, text: decidingText(place.workspace, path) }))
      return { ok: true, value: { workspace: place.workspace, ...trust, files: shown } }
    }),
  grantTrust: (context, { workspace, hash }) =>
    inPlace<Output<'grantTrust'>>(context, workspace, async (place) => {
      const found = await place.trust()
      if (found.hash !== hash)
        return refuse('trust_changed', 'The files have changed since they were shown. Review them again.')
      if (found.problem !== undefined) return refuse('untrustable', found.problem)
      grantTrust(place.home, place.workspace, { hash, at: place.now() })
      return done
    }),
}

async function foldersIn(path: string): Promise<Result<Output<'folders'>>> {
  const entries = await readdir(path, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => error)
  if (entries instanceof Error) return refuse('bad_path', `${path} cannot be opened (${entries.code}).`)
  const folders = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.')).slice(0, MOST_FOLDERS)
  const items = folders.map(async ({ name }) => {
    const git = await stat(join(path, name, '.git')).catch(() => undefined)
    return { name, path: join(path, name), git: git !== undefined }
  })
  const sorted = (await Promise.all(items)).sort((a, b) => a.name.localeCompare(b.name))
  const parent = dirname(path) === path || basename(path) === '' ? null : dirname(path)
  return { ok: true, value: { path, parent, items: sorted } }
}

import { readlinkSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { type PathLock, runGit } from '@convene/platform'
import { insideOf } from '../path/resolve-path.ts'
import { realPath } from '../shell/real-path.ts'
import { kindOfPath } from './kind-of.ts'

/** Where a repository is, and what its settings are read with. */
type GitFolders = { readonly workspace: string; readonly userHome: string }

type Setting = { readonly origin: string; readonly key: string; readonly value: string }

/** What git obeys in a workspace because settings name it, and the links along the way with their targets. */
export type NamedByGit = { readonly held: readonly PathLock[]; readonly links: ReadonlyMap<string, string> }

export const nothingNamed: NamedByGit = { held: [], links: new Map() }

/** Programs that git starts for the user's next status, diff, log, commit or push. */
const programs =
  /^(?:core\.(?:fsmonitor|pager|editor|sshcommand|askpass)|pager\.|sequence\.editor$|gpg\.|diff\.(?:external$|.*\.(?:command|textconv)$)|filter\.|merge\..*\.driver$|credential\.|alias\.)/

/**
 * What git obeys outside its folder because settings name it: a hooks folder, further settings, programs it starts.
 * Limited to the workspace, the only place where a command could write them. Folders and settings are included even if
 * they do not exist yet.
 */
export async function namedByGit(gitFolders: readonly string[], place: GitFolders): Promise<NamedByGit> {
  const named = new Map<string, PathLock>()
  const links = new Map<string, string>()
  for (const folder of gitFolders)
    for (const { path, as } of namedIn(folder, await settingsOf(folder, place), place)) {
      const real = realPath(path)
      named.set(real, { path: real, as })
      for (const [link, leads] of linksTo(path, place.workspace)) links.set(link, leads)
    }
  const held = [...named.values()].filter(({ path }) => insideOf(place.workspace, path) && path !== place.workspace)
  return { held, links }
}

/** Workspace links along a path. If one were replaced by a folder, git would read other files. */
function linksTo(path: string, workspace: string, most = 20): readonly (readonly [string, string])[] {
  const inside = insideOf(workspace, path)
  if (inside === undefined || inside === '' || most === 0) return []
  const parts = inside.split('/')
  for (const [index] of parts.entries()) {
    const link = join(workspace, ...parts.slice(0, index + 1))
    if (kindOfPath(link) !== 'link') continue
    const leads = readlinkSync(link)
    const next = resolve(dirname(link), leads, ...parts.slice(index + 1))
    return [[link, leads], ...linksTo(next, workspace, most - 1)]
  }
  return []
}

async function settingsOf(folder: string, { userHome }: GitFolders): Promise<readonly Setting[]> {
  // The user's own settings too: a relative path in them is relative to each repository.
  const variables = { GIT_DIR: folder, HOME: userHome, GIT_CONFIG_GLOBAL: join(userHome, '.gitconfig') }
  const listed = await runGit({ args: ['config', '--list', '--includes', '--show-origin', '-z'], folder, variables })
  const fields = listed.ok ? listed.value.toString('utf8').split('\0') : []
  const pairs = Array.from({ length: Math.floor(fields.length / 2) }, (_, index) =>
    fields.slice(index * 2, index * 2 + 2),
  )
  return pairs.flatMap(([origin = '', line = '']) => {
    const [key = '', ...value] = line.split('\n')
    return origin.startsWith('file:') ? [{ origin: origin.slice('file:'.length), key, value: value.join('\n') }] : []
  })
}

function namedIn(
  folder: string,
  settings: readonly Setting[],
  { workspace, userHome }: GitFolders,
): readonly PathLock[] {
  const top = topOf(folder, settings, workspace)
  const at = (base: string, path: string) => resolve(base, path.replace(/^~(?=\/)/, userHome))
  return settings.flatMap(({ origin, key, value }): readonly PathLock[] => {
    if (/^include(if\..*)?\.path$/.test(key)) return [{ path: at(dirname(resolve(folder, origin)), value), as: 'file' }]
    if (key === 'core.hookspath') return value === '' ? [] : [{ path: at(top, value), as: 'folder' }]
    if (!programs.test(key)) return []
    const words = value.split(/["'\s;|&()<>=]+/).map((word) => at(top, word))
    return words.filter((path) => kindOfPath(realPath(path)) === 'file').map((path) => ({ path, as: 'file' }))
  })
}

/** The folder that relative paths in its settings start from. */
function topOf(folder: string, settings: readonly Setting[], workspace: string): string {
  const worktree = settings.findLast(({ key }) => key === 'core.worktree')?.value
  if (worktree) return resolve(folder, worktree)
  if (basename(folder) === '.git') return dirname(folder)
  return insideOf(workspace, folder) === undefined ? workspace : folder
}

/** The folders between the workspace and a path. If one could be renamed, it could be recreated. */
export function foldersAbove(workspace: string, path: string): readonly string[] {
  const parts = (insideOf(workspace, path) ?? '').split('/').slice(0, -1)
  return parts.map((_, index) => join(workspace, ...parts.slice(0, index + 1)))
}

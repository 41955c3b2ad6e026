import { type Dirent, existsSync, realpathSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type LoadedAs, loadedAs, partlyLoaded } from '@convene/models'
import { filesUnder } from './files-under.ts'
import { type Deciding, type Named, readDeciding, realWorkspace } from './workspace-files.ts'

const MOST_IN_FOLDER = 500
/** Beyond this, nobody knows what is in it. */
const MOST_ENTRIES = 3_000_000

const brings: { readonly [as in LoadedAs]: string } = {
  settings: 'settings, hooks, commands or servers for coding agents, which they may run',
  instructions: 'instructions that coding agents follow',
  variables: 'variables that coding agents may load',
}

/**
 * What coding agents load from a workspace by themselves, at any depth, and from the folders around it, where they look
 * too. Links to folders cannot be trusted: what they lead to can change unseen.
 */
export async function agentFiles(workspace: string): Promise<Deciding> {
  const found: Found = { workspace, named: [], problems: [], entries: 0 }
  await visit(found, '', 'root')
  let up = ''
  for (const folder of foldersAround(workspace)) {
    up = `../${up}`
    await visit({ ...found, workspace: folder }, '', 'around', up)
  }
  const named = found.named.toSorted((one, other) => (one.path < other.path ? -1 : 1))
  return readDeciding(workspace, [{ named, problems: found.problems }])
}

type Found = { readonly workspace: string; readonly named: Named[]; readonly problems: string[]; entries: number }
type Depth = 'root' | 'around' | 'nested'

async function visit(found: Found, folder: string, depth: Depth, up = ''): Promise<void> {
  const entries = await listed(found, folder, depth)
  found.entries += entries.length
  if (found.entries > MOST_ENTRIES) return void found.problems.push(`it has more than ${MOST_ENTRIES} files`)
  const below: Promise<void>[] = []
  for (const entry of entries) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    const within = folder.slice(folder.lastIndexOf('/') + 1).toLowerCase()
    const as = loadedAs(partlyLoaded.has(within) ? `${within}/${entry.name}` : entry.name)
    if (as !== undefined && (as !== 'variables' || depth !== 'nested')) add(found, entry, { path, as, up })
    else if (entry.isDirectory() && isWalked(entry.name, depth)) below.push(visit(found, path, nextDepth(depth), up))
  }
  await Promise.all(below)
}

const nextDepth = (depth: Depth): Depth => (depth === 'around' ? 'around' : 'nested')

/** Of the folders around a workspace only their own files count. Installed packages are not covered by trust. */
const isWalked = (name: string, depth: Depth): boolean =>
  depth === 'around' ? partlyLoaded.has(name.toLowerCase()) : name !== '.git' && name !== 'node_modules'

type Match = { readonly path: string; readonly as: LoadedAs; readonly up: string }

function add({ workspace, named, problems }: Found, entry: Dirent, { path, as, up }: Match): void {
  const shown = `${up}${path}`
  if (entry.isDirectory()) {
    const inner = filesUnder(join(workspace, path), MOST_IN_FOLDER, ['node_modules', 'worktrees'])
    for (const file of inner.files) named.push({ path: `${shown}/${file}`, brings: brings[as] })
    problems.push(...inner.problems.map((problem) => `${shown} ${problem}`))
  } else if (existsSync(join(workspace, path))) named.push({ path: shown, brings: brings[as] })
  else problems.push(`${shown} is a link to nothing`)
}

async function listed(found: Found, folder: string, depth: Depth): Promise<readonly Dirent[]> {
  try {
    return await readdir(join(found.workspace, folder), { withFileTypes: true })
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    const isGone = code === 'ENOENT' || code === 'ENOTDIR'
    if (!isGone && depth !== 'around') found.problems.push(`${folder || 'the workspace'} cannot be listed: ${code}`)
    return []
  }
}

/** From the workspace up to the home folder, which is the user's own, or to the one that everybody writes to. */
function foldersAround(workspace: string): readonly string[] {
  const ends = new Set([homedir(), tmpdir()].flatMap((folder) => [folder, realOf(folder)]))
  const all: string[] = []
  let folder = realWorkspace(workspace)
  while (!ends.has(folder) && !ends.has(dirname(folder)) && dirname(dirname(folder)) !== dirname(folder)) {
    folder = dirname(folder)
    all.push(folder)
  }
  return all
}

const realOf = (folder: string): string => {
  try {
    return realpathSync(folder)
  } catch {
    return folder
  }
}

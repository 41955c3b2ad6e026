import { type Dirent, existsSync, lstatSync, statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path'
import { filesUnder } from './files-under.ts'
import { isPartlyLoaded, type LoadedAs, loadedAs } from './loaded-files.ts'
import { untrackedIn } from './untracked.ts'
import { type DecidingFiles, type NamedFile, readDeciding, realWorkspace } from './workspace-files.ts'

const MOST_IN_FOLDER = 500
/** With more entries than this, the folder is not searched to the end. */
const MOST_ENTRIES = 3_000_000

const brings: { readonly [as in LoadedAs]: string } = {
  settings: 'settings, hooks, commands or servers for coding agents, which they may run',
  instructions: 'instructions that coding agents follow',
  variables: 'variables that coding agents may load',
}

/**
 * What coding agents load from a workspace by themselves, at any depth, and from the folders around it, where they look
 * too. Links to folders that are not visited themselves cannot be trusted: their targets can change unseen.
 */
export async function agentFiles(workspace: string): Promise<DecidingFiles> {
  const root = realWorkspace(workspace)
  const found: Found = { workspace: root, named: [], problems: [], entries: 0 }
  await visit(found, '', 'root')
  let up = ''
  for (const folder of foldersAround(root)) {
    up = `../${up}`
    await visit({ ...found, workspace: folder }, '', 'around', up)
  }
  const named = found.named.toSorted((one, other) => (one.path < other.path ? -1 : 1))
  return readDeciding(root, [{ named, problems: found.problems }])
}

type Found = { readonly workspace: string; readonly named: NamedFile[]; readonly problems: string[]; entries: number }
type Depth = 'root' | 'around' | 'nested'

async function visit(found: Found, folder: string, depth: Depth, up = ''): Promise<void> {
  const entries = await listed(found, folder, depth)
  found.entries += entries.length
  if (found.entries > MOST_ENTRIES) return void found.problems.push(`it has more than ${MOST_ENTRIES} files`)
  await Promise.all(entries.map((entry) => enter(found, entry, { folder, depth, up })))
}

type FolderContext = { readonly folder: string; readonly depth: Depth; readonly up: string }

async function enter(found: Found, entry: Dirent, { folder, depth, up }: FolderContext): Promise<void> {
  const path = folder === '' ? entry.name : `${folder}/${entry.name}`
  const as = loadedAs(entry.name, basename(folder))
  const isLoaded = as !== undefined && (as !== 'variables' || depth !== 'nested')
  if (!isLoaded && !isWalked(entry.name, depth)) return
  if (depth === 'around' && isOwnTemporary(join(found.workspace, path))) return
  if (isLoaded) return add(found, entry, { path, as, up })
  if (entry.isDirectory()) return visit(found, path, nextDepth(depth), up)
  if (entry.isSymbolicLink() && isUnseen(found.workspace, path))
    found.problems.push(`${up}${path} is a link to a folder whose files cannot be shown`)
}

const nextDepth = (depth: Depth): Depth => (depth === 'around' ? 'around' : 'nested')

/** For the folders around a workspace, only their own files count. Trust does not cover installed packages. */
const isWalked = (name: string, depth: Depth): boolean =>
  depth === 'around' ? isPartlyLoaded(name) : name !== '.git' && name !== 'node_modules'

const LEFT_OUT = ['.git', 'node_modules', 'worktrees']

/**
 * Whether a link leads to a folder that is not visited itself, or gives it a name that makes agents load its content.
 */
function isUnseen(workspace: string, path: string): boolean {
  const target = realWorkspace(join(workspace, path))
  if (!isFolder(target)) return false
  const inside = relative(workspace, target)
  const isOutside = isAbsolute(inside) || inside.split(sep)[0] === '..'
  return isOutside || isPartlyLoaded(basename(path)) || inside.split(sep).some((name) => LEFT_OUT.includes(name))
}

/** False for a link that leads back to itself, for which `statSync` throws. */
function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

type Match = { readonly path: string; readonly as: LoadedAs; readonly up: string }

async function add({ workspace, named, problems }: Found, entry: Dirent, { path, as, up }: Match): Promise<void> {
  const shown = `${up}${path}`
  const full = join(workspace, path)
  if (entry.isDirectory()) {
    const inner = filesUnder(full, MOST_IN_FOLDER, await untrackedIn(full, ['node_modules', 'worktrees']))
    for (const file of inner.files) named.push({ path: `${shown}/${file}`, brings: brings[as] })
    problems.push(...inner.problems.map((problem) => `${shown} ${problem}`))
  } else if (existsSync(full)) named.push({ path: shown, brings: brings[as] })
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

/**
 * In a shared folder where nobody can change another user's files, such as /tmp, the user's own files are trustworthy.
 */
function isOwnTemporary(path: string): boolean {
  const folder = statSync(dirname(path), { throwIfNoEntry: false })
  const isShared = ((folder?.mode ?? 0) & 0o1002) === 0o1002
  return isShared && lstatSync(path, { throwIfNoEntry: false })?.uid === process.getuid?.()
}

/** From the workspace up to the home folder, which is the user's own. */
function foldersAround(workspace: string): readonly string[] {
  const ends = new Set([homedir(), realWorkspace(homedir())])
  const all: string[] = []
  let folder = workspace
  while (!ends.has(folder) && !ends.has(dirname(folder)) && dirname(dirname(folder)) !== dirname(folder)) {
    folder = dirname(folder)
    all.push(folder)
  }
  return all
}

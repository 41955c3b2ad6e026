import { type Dirent, lstatSync, readFileSync, readlinkSync } from 'node:fs'
import { chmod, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { protectedAs } from '@convene/platform'

/** What is in a workspace that other programs act on, by its path in the workspace. */
export type Scan = {
  /** Every `.git`, at whatever depth: what it is, and what it says if it only leads somewhere. */
  readonly git: ReadonlyMap<string, GitEntry>
  /** Other folders that git takes for a repository: running git in one runs what its settings name. */
  readonly bare: readonly string[]
  /** Folders with a `HEAD` as git writes it: whatever else makes a repository of one can be added later, file by file. */
  readonly heads: readonly string[]
  /** What could not be looked into: anything could be in there. */
  readonly unread: readonly string[]
  /** Folders that could not be listed and were made listable. */
  readonly opened: readonly string[]
  /** Protected files and folders, as `protected-files.ts` lists them. */
  readonly protected: readonly string[]
}

export type GitEntry = {
  readonly kind: 'folder' | 'file' | 'link'
  /** The same for the same entry; another if it was replaced or, unless it is a folder, changed. */
  readonly mark: string
  /** What a file or a link says. */
  readonly says?: string
}

/** Beyond this the walk would take longer than most commands. */
const MOST_ENTRIES = 3_000_000

/** What was unread before a command. Whatever else cannot be listed afterwards is the command's, and is made listable. */
type Before = Pick<Scan, 'unread'>

/**
 * Walks the whole workspace, without following links: a repository may be planted in any folder, also in one that git
 * ignores. Throws if there is too much to look at, so that nothing runs unguarded.
 */
export async function scanWorkspace(workspace: string, before?: Before): Promise<Scan> {
  const known = before && new Set(before.unread)
  const found: Found = {
    ...{ workspace, known, git: new Map(), entries: 0 },
    ...{ bare: [], heads: [], unread: [], opened: [], protected: [] },
  }
  await visit(found, '', true)
  return found
}

type Found = { readonly [name in 'bare' | 'heads' | 'unread' | 'opened' | 'protected']: string[] } & {
  readonly workspace: string
  readonly known: ReadonlySet<string> | undefined
  readonly git: Map<string, GitEntry>
  entries: number
}

/** `isOurs`: what is installed is not, and installing must be able to replace it. */
async function visit(found: Found, folder: string, isOurs: boolean): Promise<void> {
  const list = await listed(found, folder)
  found.entries += list.length
  if (found.entries > MOST_ENTRIES) throw new Error(`the workspace has more than ${MOST_ENTRIES} files`)
  if (isBare(list)) found.bare.push(folder)
  if (list.some(({ name }) => isHead(join(found.workspace, folder), name))) found.heads.push(folder)
  const below: Promise<void>[] = []
  for (const entry of list) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.name.toLowerCase() === '.git') {
      addEntry(found, path)
      continue
    }
    if (isOurs && protectedAs(entry.name) !== undefined) found.protected.push(path)
    if (entry.isDirectory()) below.push(visit(found, path, isOurs && entry.name !== 'node_modules'))
  }
  await Promise.all(below)
}

const read = (path: string): Promise<Dirent[]> => readdir(path, { withFileTypes: true })

async function listed(found: Found, folder: string): Promise<readonly Dirent[]> {
  const path = join(found.workspace, folder)
  try {
    return await read(path)
  } catch (error) {
    if (isGone(error)) return []
    const list = found.known && !found.known.has(folder) ? await openedUp(path) : undefined
    const where = list ? found.opened : found.unread
    where.push(folder)
    return list ?? []
  }
}

/** A command can take away its own right to list a folder, and still make files in it that git obeys. */
async function openedUp(path: string): Promise<readonly Dirent[] | undefined> {
  try {
    await chmod(path, 0o700)
    return await read(path)
  } catch {
    return undefined
  }
}

/** It went away while we looked. */
const isGone = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes((error as { code?: string }).code ?? '')

/** As git sees it: a `HEAD`, and objects and refs in the same folder or in the one that `commondir` names. */
function isBare(list: readonly Dirent[]): boolean {
  const names = new Set(list.map(({ name }) => name.toLowerCase()))
  return names.has('head') && (names.has('commondir') || (names.has('objects') && names.has('refs')))
}

/** A file that names a branch or a commit, or a link, as git had it once. */
function isHead(folder: string, name: string): boolean {
  if (name.toLowerCase() !== 'head') return false
  const path = join(folder, name)
  try {
    const kind = kindAt(path)
    if (kind !== 'file') return kind === 'link'
    return lstatSync(path).size < 10_000 && /^(?:ref:|[\da-f]{40})/i.test(readFileSync(path, 'utf8'))
  } catch (error) {
    return !isGone(error)
  }
}

function addEntry({ git, workspace, unread }: Found, path: string): void {
  const whole = join(workspace, path)
  try {
    const { ino, size } = lstatSync(whole)
    const kind = kindAt(whole)
    if (kind === 'folder') git.set(path, { kind, mark: `folder ${ino}` })
    else {
      const says = kind === 'link' ? readlinkSync(whole) : size < 10_000 ? readFileSync(whole, 'utf8') : ''
      git.set(path, { kind, says, mark: `${kind} ${size} ${says}` })
    }
  } catch (error) {
    if (!isGone(error)) unread.push(path)
  }
}

function kindAt(path: string): GitEntry['kind'] {
  const found = lstatSync(path)
  if (found.isSymbolicLink()) return 'link'
  return found.isDirectory() ? 'folder' : 'file'
}

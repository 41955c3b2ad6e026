import { type Dirent, lstatSync, readFileSync, readlinkSync } from 'node:fs'
import { chmod, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { protectedAs } from '@convene/platform'

/** Everything in a workspace that other programs act on, by workspace path. */
export type Scan = {
  /** Every `.git` at any depth: what it is, and its content if it only points elsewhere. */
  readonly git: ReadonlyMap<string, GitEntry>
  /** Other folders that git treats as a repository: running git in one runs what its settings name. */
  readonly bare: readonly string[]
  /** Folders with a git `HEAD`: the rest of a repository could be added later, file by file. */
  readonly heads: readonly string[]
  /** Folders that could not be read, and may contain anything. */
  readonly unread: readonly string[]
  /** Folders that could not be listed and were made listable. */
  readonly opened: readonly string[]
  /** Protected files and folders, as `protected-files.ts` lists them. */
  readonly protected: readonly string[]
}

export type GitEntry = {
  readonly kind: 'folder' | 'file' | 'link'
  /** Differs if the entry was replaced or, unless it is a folder, changed. */
  readonly mark: string
  /** The content of a file, or the target of a link. */
  readonly says?: string
}

/** Beyond this, the walk takes longer than most commands. */
const MOST_ENTRIES = 3_000_000

/** Unreadable folders from before the command. Any other comes from the command and is made readable. */
type Before = Pick<Scan, 'unread'>

/**
 * Walks the whole workspace without following links: a repository can be planted in any folder, even in one that git
 * ignores. Throws if there is too much to search, so nothing runs unguarded.
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

/** `isOurs` is false for installed packages, which an installation must be able to replace. */
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

/** A command can make a folder unreadable and still create files in it that git obeys. */
async function openedUp(path: string): Promise<readonly Dirent[] | undefined> {
  try {
    await chmod(path, 0o700)
    return await read(path)
  } catch {
    return undefined
  }
}

/** It disappeared during the walk. */
const isGone = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes((error as { code?: string }).code ?? '')

/** As git sees it: a `HEAD`, plus objects and refs in the same folder or in the one that `commondir` names. */
function isBare(list: readonly Dirent[]): boolean {
  const names = new Set(list.map(({ name }) => name.toLowerCase()))
  return names.has('head') && (names.has('commondir') || (names.has('objects') && names.has('refs')))
}

/** A file that names a branch or a commit, or a link, as in old versions of git. */
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

import { type Dirent, lstatSync, readFileSync, readlinkSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { protectedAs } from '../../files/protected-files.ts'

/** What is in a workspace that other programs act on, by its path in the workspace. */
export type Scan = {
  /** Every `.git`, at whatever depth: what it is, and what it says if it only leads somewhere. */
  readonly git: ReadonlyMap<string, GitEntry>
  /** Folders by another name that git takes for a repository: whoever runs git in one runs what its settings name. */
  readonly bare: readonly string[]
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

/**
 * Walks the whole workspace, without following links: a repository may be planted in any folder, also in one that git
 * ignores. Throws if there is too much to look at, so that nothing runs unguarded.
 */
export async function scanWorkspace(workspace: string): Promise<Scan> {
  const found: Found = { workspace, git: new Map(), bare: [], protected: [], entries: 0 }
  await visit(found, '', true)
  return found
}

type Found = {
  readonly workspace: string
  readonly git: Map<string, GitEntry>
  readonly bare: string[]
  readonly protected: string[]
  entries: number
}

/** `isOurs`: what is installed is not, and installing must be able to replace it. */
async function visit(found: Found, folder: string, isOurs: boolean): Promise<void> {
  const list = await readdir(join(found.workspace, folder), { withFileTypes: true }).catch((): Dirent[] => [])
  found.entries += list.length
  if (found.entries > MOST_ENTRIES) throw new Error(`the workspace has more than ${MOST_ENTRIES} files`)
  if (isBare(list)) found.bare.push(folder)
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

/** As git sees it: a `HEAD`, and objects and refs in the same folder or in the one that `commondir` names. */
function isBare(list: readonly Dirent[]): boolean {
  const names = new Set(list.map(({ name }) => name.toLowerCase()))
  return names.has('head') && (names.has('commondir') || (names.has('objects') && names.has('refs')))
}

function addEntry({ git, workspace }: Found, path: string): void {
  const whole = join(workspace, path)
  try {
    const { ino, size } = lstatSync(whole)
    const kind = kindAt(whole)
    if (kind === 'folder') git.set(path, { kind, mark: `folder ${ino}` })
    else {
      const says = kind === 'link' ? readlinkSync(whole) : size < 10_000 ? readFileSync(whole, 'utf8') : ''
      git.set(path, { kind, says, mark: `${kind} ${size} ${says}` })
    }
  } catch {
    // It went away while we looked.
  }
}

function kindAt(path: string): GitEntry['kind'] {
  const found = lstatSync(path)
  if (found.isSymbolicLink()) return 'link'
  return found.isDirectory() ? 'folder' : 'file'
}

import type { Dirent } from 'node:fs'
import { opendir } from 'node:fs/promises'
import { join } from 'node:path'
import { type IgnoreFile, isIgnored, parseIgnore, readSmall } from '@convene/platform'

const MAX_ENTRIES = 1_000
const MAX_LOOKED_AT = 20_000

export type TreeEntry = {
  readonly name: string
  readonly kind: 'file' | 'folder' | 'link' | 'special'
  readonly inside: readonly TreeEntry[]
}

export type Tree = { readonly entries: readonly TreeEntry[]; readonly ignored: number; readonly isCut: boolean }

export type TreeRequest = {
  readonly root: string
  readonly depth: number
  /** The folder's path from where the ignore files above apply, or '' for that place itself. */
  readonly prefix: string
  readonly ignores: readonly IgnoreFile[]
}

type Walk = { readonly root: string; shown: number; ignored: number; isCut: boolean }
type Folder = {
  readonly path: string
  readonly key: string
  readonly depth: number
  readonly ignores: readonly IgnoreFile[]
}

/** The content of a folder, level by level, folders first. Links are named, not followed. */
export async function readTree({ root, depth, prefix, ignores }: TreeRequest): Promise<Tree> {
  const walk: Walk = { root, shown: 0, ignored: 0, isCut: false }
  const entries = await look(walk, { path: '', key: prefix, depth, ignores })
  return { entries, ignored: walk.ignored, isCut: walk.isCut }
}

async function look(walk: Walk, folder: Folder): Promise<readonly TreeEntry[]> {
  const found = await entriesOf(walk, folder.path)
  const text = found.some(({ name }) => name === '.gitignore')
    ? await readSmall(join(walk.root, folder.path, '.gitignore'))
    : undefined
  const ignores = text === undefined ? folder.ignores : [...folder.ignores, parseIgnore(folder.key, text)]
  const kept = found.filter((entry) => {
    const isLeftOut = entry.name === '.git' || isIgnored(ignores, below(folder.key, entry.name), entry.isDirectory())
    if (isLeftOut) walk.ignored++
    return !isLeftOut
  })
  const room = Math.max(0, MAX_ENTRIES - walk.shown)
  if (kept.length > room) walk.isCut = true
  walk.shown += Math.min(kept.length, room)
  const shown: TreeEntry[] = []
  for (const entry of kept.slice(0, room)) shown.push(await toEntry(walk, { ...folder, ignores }, entry))
  return shown
}

async function toEntry(walk: Walk, folder: Folder, entry: Dirent): Promise<TreeEntry> {
  const kind = kindOf(entry)
  const isOpen = kind === 'folder' && folder.depth > 1
  if (!isOpen) return { name: entry.name, kind, inside: [] }
  const path = below(folder.path, entry.name)
  const inside = await look(walk, { ...folder, path, key: below(folder.key, entry.name), depth: folder.depth - 1 })
  return { name: entry.name, kind, inside }
}

/** A folder that cannot be opened counts as empty, and one with a million files is read only in part. */
async function entriesOf(walk: Walk, path: string): Promise<readonly Dirent[]> {
  const entries: Dirent[] = []
  try {
    for await (const entry of await opendir(join(walk.root, path), { bufferSize: 512 })) {
      entries.push(entry)
      if (entries.length < MAX_LOOKED_AT) continue
      walk.isCut = true
      break
    }
  } catch {}
  return entries.sort(
    (one, other) => Number(other.isDirectory()) - Number(one.isDirectory()) || (one.name < other.name ? -1 : 1),
  )
}

function kindOf(entry: Dirent): TreeEntry['kind'] {
  if (entry.isDirectory()) return 'folder'
  if (entry.isSymbolicLink()) return 'link'
  return entry.isFile() ? 'file' : 'special'
}

const below = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`)

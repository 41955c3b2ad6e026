import type { Dirent } from 'node:fs'
import { opendir } from 'node:fs/promises'
import { join } from 'node:path'
import { type IgnoreFile, isIgnored, parseIgnore } from './gitignore.ts'
import { isFileLeftOut, isFolderLeftOut } from './left-out.ts'
import { readSmall } from './read-small.ts'

/** How many entries of a tree are visited, however large it is. */
const MAX_ENTRIES = 40_000
const MAX_ENTRIES_OF_FOLDER = 5_000
const MAX_DEPTH = 16
const MAX_MS = 2_000
const AT_ONCE = 16

type Folder = { readonly path: string; readonly ignores: readonly IgnoreFile[] }
type Walk = { readonly root: string; entries: number; readonly endsAt: number }

/** Paths of a workspace's text files, level by level and sorted within a level. */
export async function walk(root: string, limit: number): Promise<readonly string[]> {
  const state: Walk = { root, entries: 0, endsAt: performance.now() + MAX_MS }
  const found: string[] = []
  let level: readonly Folder[] = [{ path: '', ignores: [] }]
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0 && found.length < limit; depth++) {
    const next: Folder[] = []
    const files: string[] = []
    for (const group of inGroups(level)) {
      if (isSpent(state)) break
      for (const inside of await Promise.all(group.map((folder) => look(state, folder)))) {
        files.push(...inside.files)
        next.push(...inside.folders)
      }
    }
    found.push(...files.sort())
    level = next
  }
  return found.slice(0, Math.max(0, limit))
}

const isLate = (state: Walk): boolean => performance.now() > state.endsAt
const isSpent = (state: Walk): boolean => state.entries >= MAX_ENTRIES || isLate(state)

function* inGroups(folders: readonly Folder[]): Generator<readonly Folder[]> {
  for (let from = 0; from < folders.length; from += AT_ONCE) yield folders.slice(from, from + AT_ONCE)
}

type Inside = { readonly files: readonly string[]; readonly folders: readonly Folder[] }

async function look(state: Walk, folder: Folder): Promise<Inside> {
  const entries = await entriesOf(state, folder.path)
  const own = entries.some((entry) => entry.name === '.gitignore' && entry.isFile())
  const text = own ? await readSmall(join(state.root, folder.path, '.gitignore')) : undefined
  const ignores = text === undefined ? folder.ignores : [...folder.ignores, parseIgnore(folder.path, text)]
  const pathOf = (entry: Dirent): string => (folder.path === '' ? entry.name : `${folder.path}/${entry.name}`)
  const files = entries
    .filter((entry) => entry.isFile() && !isFileLeftOut(entry.name))
    .map(pathOf)
    .filter((path) => !isLate(state) && !isIgnored(ignores, path, false))
  const folders = entries
    .filter((entry) => entry.isDirectory() && !isFolderLeftOut(entry.name) && !isVirtual(state.root, pathOf(entry)))
    .map(pathOf)
    .filter((path) => !isLate(state) && !isIgnored(ignores, path, true))
    .map((path) => ({ path, ignores }))
  return { files, folders }
}

const isVirtual = (root: string, path: string): boolean => root === '/' && /^(proc|sys|dev|run)$/.test(path)

/** A folder that cannot be opened counts as empty. One with a million files is read in part. */
async function entriesOf(state: Walk, path: string): Promise<readonly Dirent[]> {
  const entries: Dirent[] = []
  try {
    for await (const entry of await opendir(join(state.root, path), { bufferSize: 512 })) {
      entries.push(entry)
      state.entries++
      if (entries.length >= MAX_ENTRIES_OF_FOLDER || isSpent(state)) break
    }
  } catch {
    return entries
  }
  return entries.sort((one, other) => (one.name < other.name ? -1 : 1))
}

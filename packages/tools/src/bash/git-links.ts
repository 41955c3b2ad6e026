import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { runGit } from '@convene/platform'

/** The nested repositories that a git folder's index names, by path. Empty if git cannot read it. */
export type GitLinks = ReadonlySet<string>

const none: GitLinks = new Set()
const MOST_KNOWN = 200
const known = new Map<string, { readonly mark: string; readonly links: GitLinks }>()

/** Reads the index only if it changed: a large one takes a while, and most commands do not touch it. */
export async function gitLinksOf(folder: string): Promise<GitLinks> {
  const mark = markOf(join(folder, 'index'))
  if (mark === undefined) return none
  const before = known.get(folder)
  if (before?.mark === mark) return before.links
  const listed = await runGit({ args: ['ls-files', '--stage', '-z'], ...at(folder) })
  const links = new Set(listed.ok ? linksIn(listed.value.toString('utf8')) : [])
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(folder, { mark, links })
  return links
}

/** Removes links from the index and leaves commits alone. Returns whether it succeeded. */
export async function dropLinks(folder: string, paths: readonly string[]): Promise<boolean> {
  const args = ['update-index', '--force-remove', '-z', '--stdin']
  const done = await runGit({ args, input: Buffer.from(paths.map((path) => `${path}\0`).join('')), ...at(folder) })
  return done.ok
}

/** Sets the work tree explicitly, so no repository setting can choose another. */
const at = (folder: string) => ({ folder, variables: { GIT_DIR: folder, GIT_WORK_TREE: folder } })

const linksIn = (listed: string): readonly string[] =>
  listed.split('\0').flatMap((line) => (line.startsWith('160000 ') ? [line.slice(line.indexOf('\t') + 1)] : []))

function markOf(path: string): string | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false })
  return found && `${found.ino} ${found.size} ${found.mtimeMs} ${found.ctimeMs}`
}

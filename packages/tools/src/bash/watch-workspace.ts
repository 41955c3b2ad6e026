import { readlinkSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { holdsNothing } from '@convene/platform'
import { folderNames, isWrittenByGit } from './git-folder.ts'
import { dropLinks, type GitLinks, gitLinksOf } from './git-links.ts'
import { kindOfPath } from './kind-of.ts'
import { type RebasePrograms, rebasePrograms } from './rebase-programs.ts'
import { type GitEntry, type Scan, scanWorkspace } from './scan-workspace.ts'
import type { SetAside } from './set-aside.ts'

export type WorkspaceWatch = {
  readonly workspace: string
  readonly scan: Scan
  readonly gitFolders: readonly string[]
  /** Workspace links that git's settings go through, with their targets. */
  readonly namedLinks: ReadonlyMap<string, string>
  readonly setAside: SetAside
  /** The user approved this exact command, and it creates a repository. */
  readonly mayMake: boolean
  /**
   * The sandbox makes protected files read-only. Files that did not exist could not be protected, so new ones are moved
   * away.
   */
  readonly isConfined: boolean
}

/** Remembers what git obeys in a workspace. Afterwards, sets aside anything new and returns a line for each. */
export async function watchWorkspace(watching: WorkspaceWatch): Promise<() => Promise<readonly string[]>> {
  const { gitFolders } = watching
  const names = new Map(gitFolders.map((folder) => [folder, obeyedIn(folder)]))
  const programs = new Map(gitFolders.map((folder) => [folder, rebasePrograms(folder)]))
  const links = new Map<string, GitLinks>()
  for (const folder of gitFolders) links.set(folder, await gitLinksOf(folder))
  return async () => {
    try {
      const scan = await scanWorkspace(watching.workspace, watching.scan)
      // Things that git would obey are handled first. Only then is it safe to run git to list links.
      const planted = watching.mayMake ? [] : await settlePlanted(watching, scan)
      const inside = watching.mayMake ? [] : await settleInside(watching, names)
      const rebased = await settleRebases(watching, programs)
      const named = watching.mayMake ? [] : await settleNamedLinks(watching)
      const linked = watching.mayMake ? [] : await settleLinks(links)
      const unread = await settleUnread(watching, scan)
      return [
        ...unread,
        ...planted,
        ...inside,
        ...rebased,
        ...named,
        ...linked,
        ...(await settleProtected(watching, scan)),
      ]
    } catch (error) {
      return [`[Not searched for new repositories: ${(error as Error).message}. Look before you run git here.]`]
    }
  }
}

/** A `.git` that is new or was replaced. */
async function settlePlanted({ workspace, scan, setAside }: WorkspaceWatch, now: Scan): Promise<readonly string[]> {
  const said: string[] = []
  for (const [path, entry] of now.git) {
    const before = scan.git.get(path)
    const whole = join(workspace, path)
    if (before?.mark === entry.mark || holdsNothing(whole)) continue
    said.push(await settle(setAside, whole, `${path}: the command made a git repository here`))
    if (before && kindOfPath(whole) === 'nothing') restore(whole, before)
  }
  // Without its `HEAD`, git does not see a repository in the folder. Nothing else in it is touched.
  for (const path of new Set([...added(now.heads, scan.heads), ...added(now.bare, scan.bare)])) {
    const head = folderNames(join(workspace, path)).find((name) => name.toLowerCase() === 'head') ?? 'HEAD'
    const why = `${join(path, head)}: the command made a git repository of this folder`
    said.push(await settle(setAside, join(workspace, path, head), why))
  }
  return said.length > 0 ? [...said, MAKING] : []
}

const added = (now: readonly string[], before: readonly string[]): readonly string[] => {
  const known = new Set(before)
  return now.filter((path) => !known.has(path))
}

/** Folders that the command made unreadable. Those we could open have been searched, and the rest are moved away. */
async function settleUnread({ workspace, scan, setAside }: WorkspaceWatch, now: Scan): Promise<readonly string[]> {
  const opened = now.opened.map(
    (path) => `[${short(path)}: the command made this folder unreadable. It is readable now.]`,
  )
  const said: string[] = []
  for (const path of added(now.unread, scan.unread).slice(0, MOST_SAID))
    said.push(
      await settle(setAside, join(workspace, path), `${short(path)}: this could not be searched for repositories`),
    )
  return [...atMost(opened), ...said]
}

const LONGEST_PATH = 300
const short = (path: string): string => (path.length > LONGEST_PATH ? `${path.slice(0, LONGEST_PATH)}…` : path)

const MAKING =
  '[To make a repository, run git init, git clone or git submodule add as a separate command. It asks first.]'

function restore(path: string, { kind, says = '' }: GitEntry): void {
  if (kind === 'link') symlinkSync(says, path)
  if (kind === 'file') writeFileSync(path, says, { flag: 'wx' })
}

/** What git obeys in a git folder, by name, with the target if it is a link. */
type Obeyed = ReadonlyMap<string, string | undefined>

/** Entries at the top of a git folder that everyday use does not write, and objects stored elsewhere. */
const obeyedIn = (folder: string): Obeyed => {
  const alternates = join('objects', 'info', 'alternates')
  const names = folderNames(folder).filter((name) => !isWrittenByGit(name))
  const all = kindOfPath(join(folder, alternates)) === 'nothing' ? names : [...names, alternates]
  return new Map(all.map((name) => [name, leadsTo(join(folder, name))]))
}

const leadsTo = (path: string): string | undefined => (kindOfPath(path) === 'link' ? readlinkSync(path) : undefined)

async function settleInside({ setAside }: WorkspaceWatch, before: ReadonlyMap<string, Obeyed>) {
  const said: string[] = []
  for (const [folder, obeyed] of before) {
    for (const [name, leads] of obeyedIn(folder)) {
      const path = join(folder, name)
      if ((obeyed.has(name) && obeyed.get(name) === leads) || holdsNothing(path)) continue
      said.push(await settle(setAside, path, `${path}: the command made it, and git would obey it`))
    }
    for (const [name, leads] of obeyed)
      if (leads !== undefined && kindOfPath(join(folder, name)) === 'nothing') symlinkSync(leads, join(folder, name))
  }
  return said
}

/** A rebase that the command left unfinished, with programs that would run if the user continued it. */
async function settleRebases({ setAside }: WorkspaceWatch, before: ReadonlyMap<string, RebasePrograms>) {
  const said: string[] = []
  for (const [folder, known] of before) {
    const { path, lines } = rebasePrograms(folder)
    if (lines.every((line) => known.lines.includes(line))) continue
    said.push(
      await settle(setAside, path, `${path}: the command made it, and git rebase --continue would run what it names`),
    )
  }
  return said
}

/** A link cannot be made read-only, so a replaced one is restored. */
async function settleNamedLinks({ namedLinks, setAside }: WorkspaceWatch): Promise<readonly string[]> {
  const said: string[] = []
  for (const [path, leads] of namedLinks) {
    if (leadsTo(path) === leads) continue
    if (kindOfPath(path) !== 'nothing')
      said.push(await settle(setAside, path, `${path}: the command replaced this link, and git would obey it`))
    if (kindOfPath(path) === 'nothing') symlinkSync(leads, path)
  }
  return said
}

async function settleLinks(before: ReadonlyMap<string, GitLinks>): Promise<readonly string[]> {
  const said: string[] = []
  for (const [folder, links] of before) {
    const added = [...(await gitLinksOf(folder))].filter((path) => !links.has(path))
    if (added.length === 0) continue
    const done = (await dropLinks(folder, added))
      ? 'It was taken out of the index'
      : 'It could not be taken out of the index'
    said.push(...added.map((path) => `[${path}: the command added it as a repository inside this one. ${done}.]`))
  }
  return said
}

async function settleProtected(watching: WorkspaceWatch, now: Scan): Promise<readonly string[]> {
  const before = new Set(watching.scan.protected)
  const said: string[] = []
  for (const path of now.protected.filter(
    (found) => !before.has(found) && !holdsNothing(join(watching.workspace, found)),
  )) {
    const why = `${path}: the command made it, and other programs run or trust it`
    const isKept = path.includes('/') || watching.mayMake || !watching.isConfined
    said.push(
      isKept
        ? `[${why}. Look at it before you use it.]`
        : await settle(watching.setAside, join(watching.workspace, path), why),
    )
  }
  return atMost(said)
}

const MOST_SAID = 20

const atMost = (said: readonly string[]): readonly string[] =>
  said.length > MOST_SAID ? [...said.slice(0, MOST_SAID), `[${said.length - MOST_SAID} more like these.]`] : said

async function settle(setAside: SetAside, path: string, why: string): Promise<string> {
  const moved = await setAside(path)
  if ('to' in moved) return `[Set aside: ${why}. It is now ${moved.to}.]`
  return `[${why}. It could not be set aside (${moved.why}): look at it before you run git here.]`
}

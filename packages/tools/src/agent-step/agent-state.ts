import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, extname, join, relative, sep } from 'node:path'
import type { Mount } from '../bash/confinement.ts'
import { insideOf } from '../path/resolve-path.ts'

/** What an agent needs from the user's home folder, by path below it. */
export type StepAgentState = {
  /** Files and folders that it writes: sign-in, settings, its own sessions. */
  readonly state: readonly string[]
  /** Files of these that all groups of people share: its sign-in. */
  readonly signIn?: readonly string[]
  /** Files of these that all groups read: the operator's settings for it. */
  readonly settings?: readonly string[]
}

type Place = {
  /** The user's home folder. */
  readonly home: string
  /** Our own data folder. */
  readonly data: string
  /** The folder in which the agent works. */
  readonly workspace: string
  /** Whether several groups of people share the machine. */
  readonly isShared: boolean
}

/** The parts of the home folder that an agent sees. On a shared machine, what it keeps is separate for each folder. */
export function stateOf(to: StepAgentState, place: Place): readonly Mount[] {
  const { home, data, workspace, isShared } = place
  if (!isShared) {
    // Only an existing folder can be mounted.
    for (const name of to.state.filter(isFolderName)) mkdirSync(join(home, name), { recursive: true, mode: 0o700 })
    return shown(to.state, place, 'write')
  }
  const own = join(data, 'agent-state', createHash('sha256').update(workspace).digest('hex').slice(0, 32))
  removeUnused(own)
  const kept = to.state.flatMap((name) => ownMount(name, own, place))
  const common = [...shown(to.settings ?? [], place, 'read'), ...shown(to.signIn ?? [], place, 'write')]
  for (const { path } of common) makeMountPoint(own, relative(home, path))
  return [...kept, ...common]
}

/** An agent may have left a link there, through which the sandbox would create a file somewhere else. */
function makeMountPoint(own: string, name: string): void {
  const parts = name.split(sep)
  for (const at of parts.keys()) {
    const path = join(own, ...parts.slice(0, at + 1))
    if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) rmSync(path)
  }
  const file = join(own, name)
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  if (!existsSync(file)) writeFileSync(file, '', { mode: 0o600 })
}

/**
 * What there is of these. A link to the home folder or to our data is refused: it would show them under another name,
 * where nothing hides them.
 */
function shown(names: readonly string[], { home, data }: Place, access: Mount['access']): readonly Mount[] {
  const there = names.map((name) => join(home, name)).filter((path) => existsSync(path))
  const kept = [home, data].filter((folder) => existsSync(folder)).map((folder) => realpathSync(folder))
  const shows = (real: string) =>
    kept.some((folder) => insideOf(real, folder) !== undefined) || insideOf(data, real) !== undefined
  const forbidden = there.find((path) => shows(realpathSync(path)))
  if (forbidden !== undefined)
    throw new Error(`it could not be started: its state ${forbidden} would show your home folder or Convene's data`)
  return there.map((path) => ({ path, access }))
}

/** An own folder in place of the user's. An own file begins as a copy of the user's. */
function ownMount(name: string, own: string, place: Place): readonly Mount[] {
  const [there] = shown([name], place, 'write')
  const source = join(own, name)
  const isFile = there ? statSync(there.path).isFile() : !isFolderName(name)
  mkdirSync(isFile ? dirname(source) : source, { recursive: true, mode: 0o700 })
  if (isFile && there && !existsSync(source)) copyFileSync(there.path, source)
  return existsSync(source) ? [{ path: join(place.home, name), source, access: 'write' }] : []
}

const isFolderName = (path: string): boolean => extname(path) === ''

const UNUSED_MS = 30 * 24 * 3_600_000

/** Clones and worktrees come and go: what was kept for one that nobody used for a month is removed. */
function removeUnused(own: string): void {
  mkdirSync(own, { recursive: true, mode: 0o700 })
  utimesSync(own, new Date(), new Date())
  const all = dirname(own)
  for (const name of readdirSync(all)) {
    const folder = join(all, name)
    const used = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
    if (Date.now() - used > UNUSED_MS) rmSync(folder, { recursive: true, force: true })
  }
}

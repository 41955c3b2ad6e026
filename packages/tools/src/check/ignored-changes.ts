import type { BigIntStats } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { decidesTests, dependencyFolders } from '@convene/domain'

/** What runners keep to be faster. A package may be called `debug`, and is none. */
const CACHES =
  /(?:^|\/)(?:\.cache|\.vite|\.vite-temp|\.vitest|__pycache__|\.pytest_cache|\.mypy_cache|\.ruff_cache)(?:\/|$)|(?:^|(?<!node_modules)\/)target\/(?:(?:[^/]+\/)?(?:debug|release)(?:\/|$)|(?:CACHEDIR\.TAG|\.rustc_info\.json)$)/u
const MOST_SEEN = 300_000
const MOST_FOUND = 5

/** Every folder in these ignored places, by what identifies it: another one under the same name is no longer it. */
export async function foldersIn(workspace: string, ignored: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const folders = new Map<string, string>()
  const look = async (path: string): Promise<void> => {
    const state = await lstat(join(workspace, path), { bigint: true }).catch(() => undefined)
    if (!state?.isDirectory() || CACHES.test(path) || folders.size >= MOST_SEEN) return
    folders.set(path, `${state.ino}`)
    const entries = await readdir(join(workspace, path), { withFileTypes: true }).catch(() => [])
    for (const entry of entries) if (entry.isDirectory()) await look(`${path}/${entry.name}`)
  }
  for (const path of ignored) await look(path)
  return folders
}

type Since = {
  readonly at: number
  readonly folders: ReadonlyMap<string, string>
  /** The command that is checked. */
  readonly line: string
  readonly most?: number
}

/**
 * Ignored files that decide what a check tests and were changed after a time. A file's change time is set by the system,
 * so nobody can hide it. The files of a folder that was moved here keep theirs, but the folder is another one.
 */
export async function changedSince(
  workspace: string,
  ignored: readonly string[],
  since: Since,
): Promise<readonly string[]> {
  const { most = MOST_SEEN } = since
  const found: string[] = []
  let seen = 0
  const look = async (path: string): Promise<void> => {
    if (CACHES.test(path) || found.length >= MOST_FOUND || seen > most) return
    seen += 1
    const state = await lstat(join(workspace, path), { bigint: true }).catch(() => undefined)
    const change = state && changeOf(path, state, since)
    if (change !== undefined) found.push(`${path} was ${change}`)
    else if (state?.isDirectory())
      for (const name of await readdir(join(workspace, path)).catch((): string[] => [])) await look(`${path}/${name}`)
  }
  for (const path of ignored) await look(path)
  return seen > most ? [...found, 'there are too many ignored files to compare them'] : found
}

function changeOf(path: string, state: BigIntStats, { at, folders, line }: Since): string | undefined {
  if (!state.isDirectory()) return isMeans(path, line) && Number(state.ctimeNs / MS) > at ? 'changed' : undefined
  const known = folders.get(path)
  // Builds make this one again. What decides in it is further down.
  const isSame = known === `${state.ino}` || basename(path) === 'target'
  if (isSame || !isMeans(`${path}/`, line)) return undefined
  return known === undefined ? 'added' : 'replaced'
}

/** In nanoseconds. */
const MS = 1_000_000n

const isMeans = (path: string, line: string): boolean =>
  path.split('/').some((part) => dependencyFolders.includes(part)) ||
  decidesTests(path) ||
  line.includes(path.replace(/\/$/u, ''))

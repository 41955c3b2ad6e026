import { lstat, readFile, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { type Check, clean } from '@convene/domain'
import type { Checked } from '@convene/engine'
import { holdsSecrets } from '../path/sensitive.ts'
import type { TreeCopy } from './copy-tree.ts'
import type { KnownState } from './known-state.ts'
import { type FileState, stateOfFile } from './manifest.ts'

const MOST_READ = 5_000_000
const MOST_SHOWN = 4_000

const failed = (reason: string): Checked => ({ outcome: 'failed', reason })
const notRun = (reason: string): Checked => ({ outcome: 'not_run', reason })
const passed: Checked = { outcome: 'passed' }

export type FileCheck = Extract<Check, { kind: 'file' }>

/** Looks at one file of the tree. A file that git ignores is looked up in the workspace. */
export async function checkFile(
  check: FileCheck,
  copy: TreeCopy,
  workspace: string | undefined,
  before: KnownState | undefined,
): Promise<Checked> {
  const { path, is } = check
  if (holdsSecrets(path)) return notRun('it may contain keys or credentials')
  const wasThere = before?.files.get(path)
  if (is === 'unchanged')
    return unchanged(wasThere, copy.files.get(path) ?? (await ignoredState(workspace, path)), before)
  const place = copy.files.has(path) ? join(copy.folder, path) : await ignoredFile(workspace, path)
  if (is === 'absent') return place === undefined ? passed : failed('it exists')
  return place === undefined ? failed('it does not exist') : readable(check, place, wasThere)
}

function unchanged(was: FileState | undefined, now: FileState | undefined, before: KnownState | undefined): Checked {
  if (!before) return notRun('nobody knows what it was before')
  if (!was && !now) return notRun('there is no such file, and there was none')
  if (!was) return notRun('nobody knows what it was before, or whether it was there')
  return was.hash === now?.hash ? passed : failed(now ? 'it was changed' : 'it was removed')
}

/** The state of a file that git ignores. */
export async function ignoredState(workspace: string | undefined, path: string): Promise<FileState | undefined> {
  const place = await ignoredFile(workspace, path)
  return place === undefined ? undefined : stateOfFile(place, path)
}

async function readable(
  { is, text = '' }: FileCheck,
  place: string,
  wasThere: FileState | undefined,
): Promise<Checked> {
  const { size, ...state } = await lstat(place).then((found) => ({ size: found.size, isFile: found.isFile() }))
  if (!state.isFile) return failed('it is not a file')
  if (is === 'exists') return size === 0 && wasThere && !wasThere.empty ? failed('it was emptied') : passed
  if (size > MOST_READ) return notRun('it is too large to read')
  if (is === 'shown') return { ...passed, output: clean(await readFile(place, 'utf8')).slice(0, MOST_SHOWN) }
  return (await readFile(place, 'utf8')).includes(text) ? passed : failed(`it does not contain "${text}"`)
}

/** Only a file that is really there: a link on the way would show what other rules are about. */
async function ignoredFile(workspace: string | undefined, path: string): Promise<string | undefined> {
  if (workspace === undefined) return undefined
  const place = join(await realpath(workspace), path)
  const real = await realpath(place).catch(() => undefined)
  return real === place ? real : undefined
}

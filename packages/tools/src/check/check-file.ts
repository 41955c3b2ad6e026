import { lstat, readFile, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import type { Check } from '@convene/domain'
import type { Checked } from '@convene/engine'
import { isWithin } from '@convene/platform'
import { holdsSecrets } from '../path/sensitive.ts'
import type { TreeCopy } from './copy-tree.ts'
import type { KnownState } from './known-state.ts'

const MOST_READ = 5_000_000

const failed = (reason: string): Checked => ({ outcome: 'failed', reason })
const notRun = (reason: string): Checked => ({ outcome: 'not_run', reason })
const passed: Checked = { outcome: 'passed' }

/** Looks at one file of the tree. A file that git ignores is looked up in the workspace. */
export async function checkFile(
  { path, is, text = '' }: Extract<Check, { kind: 'file' }>,
  copy: TreeCopy,
  workspace: string,
  before: KnownState | undefined,
): Promise<Checked> {
  if (holdsSecrets(path)) return notRun('it may contain keys or credentials')
  if (is === 'unchanged') {
    if (!before) return notRun('nobody knows what it was before')
    return before.files.get(path)?.hash === copy.files.get(path)?.hash ? passed : failed('it was changed')
  }
  const place = copy.files.has(path) ? join(copy.folder, path) : await ignoredFile(workspace, path)
  if (is === 'absent') return place === undefined ? passed : failed('it exists')
  if (place === undefined) return failed('it does not exist')
  const state = await lstat(place)
  if (!state.isFile()) return failed('it is not a file')
  if (is === 'exists') {
    const wasThere = before?.files.get(path)
    return state.size === 0 && wasThere && !wasThere.empty ? failed('it was emptied') : passed
  }
  if (state.size > MOST_READ) return notRun('it is too large to read')
  return (await readFile(place, 'utf8')).includes(text) ? passed : failed(`it does not contain "${text}"`)
}

/** Only a real file inside the workspace: a link would show what is elsewhere. */
async function ignoredFile(workspace: string, path: string): Promise<string | undefined> {
  const place = join(workspace, path)
  const real = await realpath(place).catch(() => undefined)
  return real !== undefined && isWithin(await realpath(workspace), real) && real.endsWith(path) ? real : undefined
}

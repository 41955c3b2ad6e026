import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { SessionId } from '@convene/domain'
import type { Ownership } from '@convene/engine'
import { removeTree } from '@convene/platform'

type IdleOptions = {
  readonly home: string
  readonly ownership: Pick<Ownership, 'owned'>
  now(): number
}

const DAY_MS = 24 * 60 * 60 * 1_000
const WEEK_MS = 7 * DAY_MS
const SESSION = /^[0-9A-Z]{26}$/u

/**
 * Removes clones of repositories in which nothing has changed for a week, and preview copies after a day. Both are
 * fetched again when needed: agents' changes are in the database.
 */
export async function removeIdleClones({ home, ownership, now }: IdleOptions): Promise<void> {
  const clones = join(home, 'clones')
  for (const name of await readdir(clones).catch((): string[] => [])) {
    const path = join(clones, name)
    const age = now() - ((await lstat(path).catch(() => undefined))?.mtimeMs ?? now())
    const isSession = SESSION.test(name)
    const isIdle = isSession ? age > WEEK_MS && !(await ownership.owned(name as SessionId)) : age > DAY_MS
    if (isIdle) await removeTree(path).catch(() => undefined)
  }
}

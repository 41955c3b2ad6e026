import { readlinkSync, rmSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { commandLineOf } from './command-line.ts'

const LOOK_MS = 50
const PATIENCE_MS = 5_000

/**
 * Frees the profile for a new browser. A browser that outlived us exits by itself, because its pipe is broken. One that
 * was killed, or that ran under another host name, left a lock that would keep all later ones from starting.
 */
export async function freeProfile(profile: string, patienceMs = PATIENCE_MS): Promise<void> {
  for (let waited = 0; ; waited += LOOK_MS) {
    const owner = ownerOf(profile)
    if (owner === undefined) return
    if (!isBrowserOf(profile, owner)) break
    if (waited >= patienceMs) {
      end(owner)
      break
    }
    await setTimeout(LOOK_MS)
  }
  for (const name of ['SingletonLock', 'SingletonCookie', 'SingletonSocket'])
    rmSync(join(profile, name), { force: true })
}

/** The process that holds the profile: `0` for one on another machine, undefined for none. */
function ownerOf(profile: string): number | undefined {
  try {
    const [, host, id] = /^(.*)-(\d+)$/u.exec(readlinkSync(join(profile, 'SingletonLock'))) ?? []
    return host === hostname() ? Number(id) : 0
  } catch {
    return undefined
  }
}

/** The pid in an old lock may now belong to any process, such as the user's editor: only its arguments identify it. */
const isBrowserOf = (profile: string, id: number): boolean =>
  id > 0 && `${commandLineOf(id)} `.includes(` --user-data-dir=${profile} `)

function end(id: number): void {
  try {
    process.kill(id, 'SIGKILL')
  } catch {
    // It has already exited.
  }
}

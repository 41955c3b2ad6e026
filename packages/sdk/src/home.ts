import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { homeOf } from '@convene/host'
import type { ConveneOptions } from './types.ts'

type Home = { readonly home: string; remove(): void }

/** The data folder. */
export function homeFor({ store }: ConveneOptions, environment: { readonly [name: string]: string }): Home {
  if (store === undefined) return { home: homeOf(environment), remove: () => {} }
  if (store !== 'memory') return { home: resolve(store.home), remove: () => {} }
  const home = mkdtempSync(join(tmpdir(), 'convene-sdk-'))
  // One listener for all folders: Node warns of a leak at the eleventh.
  if (temporary.size === 0) process.once('exit', removeAll)
  temporary.add(home)
  return {
    home,
    remove: () => {
      rmSync(home, { recursive: true, force: true })
      temporary.delete(home)
      if (temporary.size === 0) process.off('exit', removeAll)
    },
  }
}

const temporary = new Set<string>()

function removeAll(): void {
  for (const home of temporary)
    try {
      rmSync(home, { recursive: true, force: true })
    } catch {
      // Windows does not remove an open database.
    }
}

import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The last event of each session that a URL has received. */
export type HookPlaces = Map<string, number>

/** Each URL has its own file: a new one starts with what happens from then on. */
export const placesFile = (home: string, url: string): string =>
  join(home, 'hooks', `${createHash('sha256').update(url).digest('hex').slice(0, 16)}.json`)

/** The stored positions, or undefined if there are none. */
export function readPlaces(file: string): HookPlaces | undefined {
  try {
    const kept = JSON.parse(readFileSync(file, 'utf8')) as unknown
    if (typeof kept !== 'object' || kept === null || Array.isArray(kept)) return undefined
    return new Map(Object.entries(kept).filter((entry): entry is [string, number] => Number.isSafeInteger(entry[1])))
  } catch {
    return undefined
  }
}

export function writePlaces(file: string, places: HookPlaces): void {
  mkdirSync(join(file, '..'), { recursive: true, mode: 0o700 })
  writeFileSync(`${file}.tmp`, JSON.stringify(Object.fromEntries(places)), { mode: 0o600 })
  renameSync(`${file}.tmp`, file)
}

import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** How far an address has heard of each session. */
export type HookPlaces = Map<string, number>

/** Each address has a file of its own: a new one begins with what happens from then on. */
export const placesFile = (home: string, url: string): string =>
  join(home, 'hooks', `${createHash('sha256').update(url).digest('hex').slice(0, 16)}.json`)

/** What was remembered; undefined where nothing was. */
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

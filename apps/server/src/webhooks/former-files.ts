import { createHash } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { SessionId } from '@convene/domain'
import type { WebhookState } from '@convene/engine'

/** Where earlier versions kept a URL's positions. */
export const formerPlacesFile = (home: string, url: string): string =>
  join(home, 'hooks', `${createHash('sha256').update(url).digest('hex').slice(0, 16)}.json`)

const formerSignaturesFile = (home: string): string => join(home, 'hook-signatures.json')

/** Moves positions from an earlier version's file into the store. Undefined if there are none. */
export async function importPlaces(
  state: WebhookState,
  home: string,
  url: string,
): Promise<ReadonlyMap<SessionId, number> | undefined> {
  const file = formerPlacesFile(home, url)
  const kept = read(file)
  if (typeof kept !== 'object' || kept === null || Array.isArray(kept)) return undefined
  const entries = Object.entries(kept).filter((entry): entry is [SessionId, number] => Number.isSafeInteger(entry[1]))
  await state.keepPlaces(url, new Map(entries))
  rmSync(file, { force: true })
  return new Map(entries)
}

/** The same for used signatures: after an update, none of them is accepted again. */
export async function importSignatures(state: WebhookState, home: string): Promise<void> {
  const file = formerSignaturesFile(home)
  const kept = read(file)
  if (!Array.isArray(kept)) return
  await state.remember(kept.filter((mark): mark is string => typeof mark === 'string'))
  rmSync(file, { force: true })
}

/** Undefined if it is missing or cannot be read. */
function read(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

import { constants, copyFileSync, existsSync, renameSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { countText } from '@convene/domain'
import { ownSystem } from '@convene/platform'
import { database } from './database.ts'
import { migrate } from './migrate.ts'
import { rebuild } from './rebuild.ts'
import { type Salvaged, salvage } from './salvage.ts'
import { timestamp } from './timestamp.ts'

const parts = ['', '-wal', '-shm'] as const

/** `release` closes the connection that found the damage. */
export type DamageFound = { readonly reason: string; readonly now: () => number; release(): void }

/**
 * Copies the readable part of a damaged database into a new one and sets the damaged one aside, byte for byte as found.
 * A kill at any moment leaves either the damaged file in place or the recovered one next to it, which `finishRecovery`
 * then moves into place.
 */
export function recoverLog(
  path: string,
  { reason, now, release }: DamageFound,
  { movesOpenFiles } = ownSystem,
): string {
  const salvaged = salvageInto(`${path}.recovering`, path, now)
  renameSync(`${path}.recovering`, recoveredName(path))
  const aside = `${path}.damaged-${timestamp(now())}`
  // Closing the last connection checkpoints the log into the file, unless the file has moved. Windows cannot move an
  // open file.
  if (!movesOpenFiles) release()
  for (const part of [...parts].reverse()) {
    if (existsSync(path + part)) renameSync(path + part, aside + part)
  }
  if (movesOpenFiles) release()
  rmSync(`${path}.suspect`, { force: true })
  finishRecovery(path)
  return noticeOf(aside, reason, salvaged)
}

/** Completes a recovery that was killed after the damaged file was set aside. */
export function finishRecovery(path: string): void {
  if (!existsSync(path) && existsSync(recoveredName(path))) renameSync(recoveredName(path), path)
}

const recoveredName = (path: string): string => `${path}.recovered`

function salvageInto(target: string, path: string, now: () => number): Salvaged {
  const copy = `${path}.copy`
  clear(target)
  clear(copy)
  for (const part of ['', '-wal'] as const) {
    if (existsSync(path + part)) copyFileSync(path + part, copy + part, constants.COPYFILE_FICLONE)
  }
  const fresh = database(target, new DatabaseSync(target))
  try {
    migrate(fresh, now)
    const salvaged = salvage(copy, fresh, path)
    rebuild(fresh, now)
    return salvaged
  } finally {
    fresh.connection.close()
    clear(copy)
  }
}

function clear(path: string): void {
  for (const part of [...parts, '-journal']) rmSync(path + part, { force: true })
}

function noticeOf(aside: string, reason: string, { events, sessions, lost }: Salvaged): string {
  const found =
    events === 0
      ? 'None of it could be read'
      : `${countText(events, 'event')} of ${countText(sessions, 'session')} recovered`
  const missing = lost === 0 || events === 0 ? '' : `; some parts could not be read (${lost})`
  // The general sentence about damage says what to do, which has just been done.
  const why = reason.startsWith('The database is damaged') ? '' : ` (${reason})`
  return `The database was damaged${why}. It was set aside, unchanged, as ${aside}. ${found}${missing}.`
}

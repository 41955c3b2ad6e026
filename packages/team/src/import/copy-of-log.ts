import { constants } from 'node:fs'
import { copyFile, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ok, type Result, refuse } from '@convene/domain'

/** A copy of a folder's log, in a temporary folder. */
export type CopyOfLog = { readonly home: string; remove(): Promise<void> }

const TRIES = 5
const files = ['convene.db', 'convene.db-wal']

/**
 * Copies a data folder's log. Opening the folder itself could change it: an older format is migrated, and damage is
 * repaired. Refused while something writes to it, because the parts of the copy would not be consistent.
 */
export async function copyOfLog(folder: string): Promise<Result<CopyOfLog>> {
  if ((await marksOf(folder))[0] === '')
    return refuse('no_sessions', `${folder} has no sessions: there is no convene.db in it. Name a Convene data folder.`)
  const home = await mkdtemp(join(tmpdir(), 'convene-import-'))
  const remove = () => rm(home, { recursive: true, force: true })
  try {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const before = await marksOf(folder)
      for (const name of files)
        await copyFile(join(folder, name), join(home, name), constants.COPYFILE_FICLONE).catch(missing)
      if ((await marksOf(folder)).join() === before.join()) return ok({ home, remove })
      await pause(200)
    }
  } catch (error) {
    await remove()
    return refuse('not_readable', `${folder} cannot be read: ${(error as Error).message}`)
  }
  await remove()
  return refuse('in_use', `Another process is writing to ${folder}. Stop Convene there, then try again.`)
}

/** Size and time of each file, or nothing if it does not exist. */
const marksOf = (folder: string): Promise<readonly string[]> =>
  Promise.all(
    files.map((name) =>
      stat(join(folder, name), { bigint: true }).then(
        ({ size, mtimeNs }) => `${size} ${mtimeNs}`,
        () => '',
      ),
    ),
  )

function missing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}

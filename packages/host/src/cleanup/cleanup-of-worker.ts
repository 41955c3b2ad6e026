import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Program } from '../program.ts'
import { removeOrphans } from './cleanup.ts'
import { removeIdleClones } from './idle-clones.ts'

/**
 * On a server with a shared database: removes what deleted sessions left in its data folder, such as worktrees. A
 * folder that also has a local database is left alone, because this server does not know the sessions in it.
 */
export async function cleanUpWorker(program: Pick<Program, 'home' | 'now' | 'store'>): Promise<void> {
  const { home, now } = program
  if (existsSync(join(home, 'convene.db'))) return
  const { log, ownership, blobs, trash, team } = await program.store()
  if (!team) return
  await removeOrphans({ home, log, ownership, blobs, trash, now })
  await removeIdleClones({ home, ownership, now })
}

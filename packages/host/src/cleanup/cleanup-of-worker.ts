import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Program } from '../program.ts'
import { removeOrphans } from './cleanup.ts'

/**
 * On a server with a shared database: removes what deleted sessions left in its data folder, such as worktrees. A
 * folder that also has a local database is left alone, because this server does not know the sessions in it.
 */
export async function cleanUpWorker(program: Pick<Program, 'home' | 'now' | 'store'>): Promise<'done' | 'left alone'> {
  const { home, now } = program
  if (existsSync(join(home, 'convene.db'))) return 'left alone'
  const { log, ownership, blobs, trash, shared } = await program.store()
  if (!shared) return 'left alone'
  await removeOrphans({ home, log, ownership, blobs, trash, now })
  return 'done'
}

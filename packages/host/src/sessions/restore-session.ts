import { ok, type Result, refuse } from '@convene/domain'
import type { Program } from '../program.ts'
import { listTrash, restoreSession, type Trashed } from '../trash/restore-session.ts'
import { shortId } from './find-session.ts'

/** The deleted session that a partial id means. */
export async function findTrashed(program: Program, part: string): Promise<Result<Trashed>> {
  const { trash } = await program.store()
  const found = (await listTrash(trash)).filter(({ id }) => id.includes(part.trim().toUpperCase()))
  const [only] = found
  if (only && found.length === 1) return ok(only)
  if (found.length > 1)
    return refuse('ambiguous_session', `"${part}" matches several: ${found.map(({ id }) => shortId(id)).join(', ')}.`)
  return refuse('session_not_found', `No deleted session "${part}". \`convene sessions restore\` lists them.`)
}

/** Restores a deleted session. */
export async function restoreTrashed(program: Program, { id, space }: Trashed): Promise<Result<number>> {
  const { log, ownership, trash, shared } = await program.store()
  const lease = await ownership.claim(id, 'even if full')
  if (lease === 'owned elsewhere')
    return refuse('session_runs', 'Another process is working on this session right now.')
  try {
    if (space !== undefined) shared?.place(id, space)
    return await restoreSession({ home: program.home, log, trash }, id)
  } finally {
    await lease.release()
  }
}

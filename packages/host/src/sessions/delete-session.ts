import { setTimeout } from 'node:timers/promises'
import type { Refusal, SessionId } from '@convene/domain'
import type { Lease } from '@convene/engine'
import type { Program } from '../program.ts'
import { trashSession } from '../trash/trash-session.ts'
import { shortId } from './find-session.ts'

/** Resolves to false if nothing is to be stopped or deleted. */
export type Sure = () => Promise<boolean>

const PATIENCE_MS = 10_000
const LOOK_AGAIN_MS = 100

/**
 * Deletes a session with everything it stored in the data folder. A copy stays in the trash. If it is running, here or
 * in another process, it is stopped.
 */
export async function deleteSession(
  program: Program,
  session: SessionId,
  isSure: Sure = async () => true,
): Promise<'deleted' | 'kept' | Refusal> {
  if (!(await isSure())) return 'kept'
  const { log, trash } = await program.store()
  const lease = await takeOver(program, session)
  if (lease === undefined) return { code: 'session_runs', message: stillRuns(session) }
  try {
    const trashed = await trashSession({ home: program.home, log, trash }, session)
    return trashed.ok ? 'deleted' : trashed.refusal
  } finally {
    await lease.release()
  }
}

const stillRuns = (session: SessionId): string =>
  `The session is still running in another process, which does not release it. End that process, or try again: convene stop ${shortId(session)}`

/** Stops running work, aborting calls and ending commands, and claims the session once it is free. */
async function takeOver(program: Program, session: SessionId): Promise<Lease | undefined> {
  const { ownership } = await program.store()
  if (await ownership.owned(session)) await stop(program, session)
  for (let waited = 0; waited <= PATIENCE_MS; waited += LOOK_AGAIN_MS) {
    const lease = await ownership.claim(session, 'even if full')
    if (lease !== 'owned elsewhere') return lease
    await setTimeout(LOOK_AGAIN_MS)
  }
  return undefined
}

async function stop(program: Program, session: SessionId): Promise<void> {
  const engine = await program.engine()
  const stopping = engine.send(session, { type: 'stop' }).then(() => engine.rested(session))
  // A session that cannot be read does not take commands. Its owner cannot continue it either, and releases it.
  await Promise.race([stopping.catch(() => {}), setTimeout(PATIENCE_MS, undefined, { ref: false })])
}

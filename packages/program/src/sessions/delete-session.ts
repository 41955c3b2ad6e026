import type { Refusal, SessionId } from '@convene/domain'
import type { Program } from '../program.ts'
import { shortId } from './find-session.ts'

/** Asked once nobody else has the session; no: nothing is deleted. */
export type Sure = () => Promise<boolean>

/** Deletes a session for good, with what it kept in the data folder. One that runs is stopped first, by a person. */
export async function deleteSession(
  program: Program,
  session: SessionId,
  isSure: Sure = async () => true,
): Promise<'deleted' | 'kept' | Refusal> {
  const { log, ownership } = await program.store()
  const lease = await ownership.claim(session)
  if (lease === 'owned elsewhere')
    return {
      code: 'session_runs',
      message: `The session runs in another process. Stop it first: convene stop ${shortId(session)}`,
    }
  try {
    if (!(await isSure())) return 'kept'
    const { disposeSession } = await program.adapters()
    const disposed = await disposeSession({ home: program.home, log }, session)
    return disposed.ok ? 'deleted' : disposed.refusal
  } finally {
    await lease.release()
  }
}

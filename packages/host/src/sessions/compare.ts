import type { SessionId } from '@convene/domain'
import { compareSessions, type SessionComparison } from '@convene/reading'
import type { Program } from '../program.ts'
import { isSessionInterrupted } from './interrupted.ts'
import { readWholePublic } from './read-whole.ts'

/** The results of two sessions side by side, without votes that are still secret. */
export async function compareStored(program: Program, a: SessionId, b: SessionId): Promise<SessionComparison> {
  const { log } = await program.store()
  const [one, other] = await Promise.all([readWholePublic(log, a), readWholePublic(log, b)])
  return compareSessions(one, other, {
    a: await isSessionInterrupted(program, a),
    b: await isSessionInterrupted(program, b),
  })
}

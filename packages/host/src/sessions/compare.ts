import type { SessionId } from '@convene/domain'
import { type Comparison, compareSessions } from '@convene/reading'
import type { Program } from '../program.ts'
import { isInterrupted } from './interrupted.ts'
import { readWholePublic } from './read-whole.ts'

/** The results of two sessions side by side, without votes that are still secret. */
export async function compareStored(program: Program, a: SessionId, b: SessionId): Promise<Comparison> {
  const { log } = await program.store()
  const [one, other] = await Promise.all([readWholePublic(log, a), readWholePublic(log, b)])
  return compareSessions(one, other, { a: await isInterrupted(program, a), b: await isInterrupted(program, b) })
}

import type { Session, SessionId } from '@convene/domain'
import { isNewer } from '@convene/engine'
import type { Program } from '../program.ts'

/**
 * The states of several sessions, without those that only a newer program can read: one of them must not hide the
 * others.
 */
export async function statesOf(program: Program, ids: readonly SessionId[]): Promise<readonly Session[]> {
  const engine = await program.engine()
  const unlessNewer = (error: unknown) => {
    if (isNewer(error)) return undefined
    throw error
  }
  const states = await Promise.all(ids.map((id) => engine.state(id).catch(unlessNewer)))
  return states.filter((state) => state !== undefined)
}

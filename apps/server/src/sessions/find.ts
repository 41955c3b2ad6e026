import { type Result, refuse, type Session, type SessionId } from '@convene/domain'
import type { Program } from '@convene/program'

/** A session by its whole id. */
export async function sessionBy(program: Program, id: string): Promise<Result<Session>> {
  const state = /^[0-9A-Z]{10,40}$/u.test(id) ? await (await program.engine()).state(id as SessionId) : undefined
  return state ? { ok: true, value: state } : refuse('session_not_found', `There is no session ${id}.`)
}

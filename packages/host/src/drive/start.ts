import type { Command, Result, Session, SessionId } from '@convene/domain'
import type { Resumption } from '@convene/engine'
import type { Program } from '../program.ts'

/** Starts a session, or continues it where it is. To watch it as well, use `drive`. */
export async function startSession(
  program: Pick<Program, 'engine'>,
  session: SessionId,
  command?: Command,
): Promise<Resumption> {
  return (await program.engine()).resume(session, command)
}

/** Stops a session, and resolves with its state once all its work has ended. */
export async function stopSession(program: Pick<Program, 'engine'>, session: SessionId): Promise<Result<Session>> {
  const { refusal } = await startSession(program, session, { type: 'stop' })
  if (refusal) return { ok: false, refusal }
  return { ok: true, value: await (await program.engine()).rested(session) }
}

/** Continues a session that no process works on, and resolves once it no longer runs here. */
export async function continueSession(program: Pick<Program, 'engine'>, session: SessionId): Promise<void> {
  const { where } = await startSession(program, session)
  if (where === 'here') await (await program.engine()).rested(session)
}

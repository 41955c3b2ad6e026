import { ok, type Result, refuse, type Session } from '@convene/domain'
import type { SessionCommand } from '@convene/protocol'
import type { Context } from '../context.ts'

/**
 * A command as its sender may give it, as far as it changes files before the engine hears of it: those of somebody else's
 * session stay as they are. Everything else is judged by the engine.
 */
export function withOwnFiles(
  { people }: Pick<Context, 'people'>,
  { startedBy }: Pick<Session, 'startedBy'>,
  command: SessionCommand,
): Result<SessionCommand> {
  const { role, person } = people?.caller ?? {}
  if (role === undefined || role === 'admin' || startedBy?.id === person?.id) return ok(command)
  if (command.type === 'revert')
    return refuse('not_yours', 'Only the person who started this session, or an admin, can revert its changes.')
  return ok(command.type === 'fork' ? { ...command, keepFiles: true } : command)
}

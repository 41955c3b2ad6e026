import { type Command, EVAL_TAG, isPaused, type RunStart, type Session, type SessionId } from '@convene/domain'
import type { Program } from '@convene/host'

/** An eval's session. Its id is in the journal before it starts. */
export type EvalSession = {
  readonly session: SessionId
  readonly start: RunStart
  readonly goal: string
  readonly title: string
  readonly workspace: string
}

/**
 * Runs a session to its end and returns its state: a new one from its goal, an interrupted one from where it was. Calls
 * recorded in its log are not repeated.
 */
export async function runSession(program: Program, request: EvalSession, signal: AbortSignal): Promise<Session> {
  const engine = await program.engine()
  const { session, start, goal, title, workspace } = request
  const before = await engine.state(session)
  const create: Command = { type: 'create', workspace, goal, title, run: start }
  const { refusal } = await engine.resume(session, before ? wakeUp(before) : create)
  if (refusal) throw new Error(refusal.message)
  if (!before) await engine.send(session, { type: 'update', tags: [EVAL_TAG] })
  const pause = () => void engine.send(session, { type: 'pause' }).catch(() => undefined)
  signal.addEventListener('abort', pause)
  try {
    if (signal.aborted) pause()
    return await engine.rested(session)
  } finally {
    signal.removeEventListener('abort', pause)
  }
}

const wakeUp = (session: Session): Command | undefined => (isPaused(session) ? { type: 'resume' } : undefined)

import { createDomain, type Result, refuse, type Session, type SessionId } from '@convene/domain'
import type { EventLog } from '@convene/engine'
import type { Program } from '@convene/host'

const MOST_KEPT = 30
/** Above this many events, a fold is stored, so that opening the session is fast even after a restart. */
const WORTH_KEEPING = 2_000

const domain = createDomain()

/** Recently used folds, per log. */
const folds = new WeakMap<EventLog, Map<SessionId, Session>>()

/** An existing session, by its full id. */
export async function sessionId(program: Program, id: string): Promise<Result<SessionId>> {
  const { log } = await program.store()
  const isThere = /^[0-9A-Z]{10,40}$/u.test(id) && (await log.head(id as SessionId)) > 0
  return isThere ? { ok: true, value: id as SessionId } : refuse('session_not_found', `Session ${id} not found.`)
}

/** The fold of a session, by its full id. A recent fold is continued. */
export async function sessionBy(program: Program, id: string): Promise<Result<Session>> {
  const found = await sessionId(program, id)
  if (!found.ok) return found
  const { log } = await program.store()
  const kept = folds.get(log) ?? new Map<SessionId, Session>()
  folds.set(log, kept)
  const state = await folded(program, found.value, kept.get(found.value))
  if (!state) return refuse('session_not_found', `Session ${id} not found.`)
  kept.delete(found.value)
  kept.set(found.value, state)
  const oldest = kept.size > MOST_KEPT ? kept.keys().next().value : undefined
  if (oldest !== undefined) kept.delete(oldest)
  return { ok: true, value: state }
}

async function folded(program: Program, id: SessionId, known: Session | undefined): Promise<Session | undefined> {
  const { log } = await program.store()
  const head = await log.head(id)
  if (known && known.seq <= head) return (await log.read(id, known.seq)).reduce(domain.evolve, known)
  const state = await (await program.engine()).state(id)
  if (state && state.seq >= WORTH_KEEPING) await keep(program, state)
  return state
}

async function keep(program: Program, state: Session): Promise<void> {
  const { log } = await program.store()
  const before = await log.snapshot(state.id)
  const isFar = !before || before.version !== domain.version || state.seq - before.seq >= WORTH_KEEPING
  if (isFar) await log.keep(state.id, { version: domain.version, seq: state.seq, state }).catch(() => undefined)
}

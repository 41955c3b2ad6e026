import { type Domain, emptySession, type Session, type SessionId } from '@convene/domain'
import type { EventLog } from '../ports/event-log.ts'

/** The state of a session: its snapshot, if made by this version of the fold, plus the events after it. */
export async function load(log: EventLog, domain: Domain, session: SessionId): Promise<Session> {
  const snapshot = await log.snapshot(session)
  const start = snapshot?.version === domain.version ? (snapshot.state as Session) : emptySession(session)
  const events = await log.read(session, start.seq)
  return events.reduce((state, event) => domain.evolve(state, event), start)
}

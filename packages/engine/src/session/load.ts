import { type Domain, type Event, emptySession, type Session, type SessionId } from '@convene/domain'
import type { EventLog, Snapshot } from '../ports/event-log.ts'

/** What a session was loaded from. */
export type Loaded = { readonly state: Session; readonly snapshot?: Snapshot; readonly events: readonly Event[] }

/** The state of a session: its snapshot, if made by this version of the fold, plus the events after it. */
export async function load(log: EventLog, domain: Domain, session: SessionId): Promise<Session> {
  return (await loadParts(log, domain, session)).state
}

export async function loadParts(log: EventLog, domain: Domain, session: SessionId): Promise<Loaded> {
  const stored = await log.snapshot(session)
  const snapshot = stored?.version === domain.version ? stored : undefined
  const start = snapshot ? (snapshot.state as Session) : emptySession(session)
  const events = await log.read(session, start.seq)
  const state = events.reduce((folded, event) => domain.evolve(folded, event), start)
  return { state, events, ...(snapshot && { snapshot }) }
}

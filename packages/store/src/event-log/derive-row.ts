import { createDomain, type Event, emptySession, type SessionId } from '@convene/domain'
import { rowOf, type SessionRow } from '@convene/engine'

/** The session row of the newest append, derived from the session's events. */
export function deriveRow(session: SessionId, events: readonly Event[]): SessionRow {
  const domain = createDomain()
  const state = events.reduce((fold, event) => domain.evolve(fold, event), emptySession(session))
  return rowOf(state, domain.next(state))
}

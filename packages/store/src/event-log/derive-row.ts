import { createDomain, type Event, emptySession, type SessionId } from '@convene/domain'
import { rowOf, type SessionRow } from '@convene/engine'

/** The row that the newest append of a session had, made from its events. */
export function deriveRow(session: SessionId, events: readonly Event[]): SessionRow {
  const domain = createDomain()
  const state = events.reduce((fold, event) => domain.evolve(fold, event), emptySession(session))
  return rowOf(state, domain.next(state))
}

import { type Event, type RecordedDecision, recordedIn, type SessionId } from '@convene/domain'
import type { Database } from './database.ts'

const kinds: readonly string[] = ['decision.committed', 'decision.resolved']

/** Whether these events change what is recorded of a session's decisions: new ones, outcomes, or their topic. */
export function changesDecisions(database: Database, session: SessionId, events: readonly Event[]): boolean {
  if (events.some(({ type }) => kinds.includes(type))) return true
  const isTagged = events.some((event) => event.type === 'session.updated' && event.data.tags !== undefined)
  return isTagged && database.sql('SELECT 1 FROM decisions WHERE session = ?').get(session) !== undefined
}

/** Stores the committed decisions of a session, replacing the earlier ones. */
export function storeDecisions(database: Database, session: SessionId, events: readonly Event[]): void {
  forgetDecisions(database, session)
  const insert = 'INSERT INTO decisions (session, at, decision) VALUES (?, ?, ?)'
  for (const decision of recordedIn(events)) database.run(insert, session, decision.at, JSON.stringify(decision))
}

export function forgetDecisions(database: Database, session: SessionId): void {
  database.run('DELETE FROM decisions WHERE session = ?', session)
}

/** The committed decisions of all sessions, oldest first. */
export const listDecisions = (database: Database): readonly RecordedDecision[] =>
  database
    .sql('SELECT decision FROM decisions ORDER BY at, session, id')
    .all()
    .map(({ decision }) => JSON.parse(decision as string) as RecordedDecision)

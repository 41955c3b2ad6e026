import { createDomain, type Event, isBallot, redactVotes, type Session, type SessionId } from '@convene/domain'
import type { EventLog } from '../ports/event-log.ts'
import { load } from './load.ts'

/**
 * THE ONE PLACE WHERE EVENTS LEAVE THE ENGINE FOR PEOPLE: feeds, screens, exports, timelines, `--json`, webhooks. A ballot
 * stays sealed until its decision is committed. Whoever reads the log directly acts on it, and shows nobody an event.
 * These events are a whole log, or what has just been appended.
 */
export const publicEvents = (events: readonly Event[]): readonly Event[] => redactVotes(events)

/** Which part of a log; all of it, if nothing is said. */
export type Part = {
  readonly after?: number
  readonly limit?: number
  /** The session, if somebody has folded it already: it knows what was counted after this part. */
  readonly known?: Pick<Session, 'committed'>
}

/** The log as people may see it: a ballot in it is open if it was counted by now. */
export async function readPublic(log: EventLog, session: SessionId, part: Part = {}): Promise<readonly Event[]> {
  const { after = 0, limit, known } = part
  const events = await log.read(session, after, limit)
  if (!events.some(holdsVote)) return events
  const isWhole = after === 0 && limit === undefined
  return redactVotes(events, known ?? (isWhole ? undefined : await load(log, createDomain(), session)))
}

/** Whether an event may give a vote away. */
function holdsVote(event: Event): boolean {
  if (isBallot(event.task) || event.type === 'decision.voted') return true
  if (event.type === 'tool.called') return event.data.tool === 'vote'
  return event.type === 'model.replied' && event.data.calls.some(({ tool }) => tool === 'vote')
}

import { createDomain, type Event, isBallot, redactVotes, type Session, type SessionId } from '@convene/domain'
import type { EventLog } from '../ports/event-log.ts'
import { load } from './load.ts'

/**
 * THE ONLY PLACE WHERE EVENTS LEAVE THE ENGINE FOR USERS: feeds, screens, exports, timelines, `--json`, webhooks. A
 * ballot stays sealed until its decision is committed. Code that reads the log directly acts on it and shows no event
 * to anyone. These events are a whole log, or a new append.
 */
export const publicEvents = (events: readonly Event[]): readonly Event[] => redactVotes(withoutSalt(events))

/** The first event of a log with a vote that is still secret: what leaves the engine unchanged has to end before it. */
export function firstSealed(events: readonly Event[]): Event | undefined {
  const shown = redactVotes(events)
  return events.find((event, index) => shown[index] !== event)
}

/** A session's salt is in its first event, and nobody needs it. */
function withoutSalt(events: readonly Event[]): readonly Event[] {
  const [first, ...rest] = events
  if (first?.type !== 'session.created' || first.data.salt === undefined) return events
  const { salt: _, ...data } = first.data
  return [{ ...first, data }, ...rest]
}

/** A part of a log. Default: all of it. */
export type LogPart = {
  readonly after?: number
  readonly limit?: number
  /** The session, if already folded: it knows what was counted after this part. */
  readonly known?: Pick<Session, 'committed'>
}

/** The log as users may see it: a ballot is open if it has been counted by now. */
export async function readPublic(log: EventLog, session: SessionId, part: LogPart = {}): Promise<readonly Event[]> {
  const { after = 0, limit, known } = part
  const events = withoutSalt(await log.read(session, after, limit))
  if (!events.some(holdsVote)) return events
  const isWhole = after === 0 && limit === undefined
  return redactVotes(events, known ?? (isWhole ? undefined : await load(log, createDomain(), session)))
}

/** Whether an event could reveal a vote. */
function holdsVote(event: Event): boolean {
  if (isBallot(event.task) || event.type === 'decision.voted' || event.type === 'experiment.predicted') return true
  if (event.type === 'tool.called') return event.data.tool === 'vote'
  return event.type === 'model.replied' && event.data.calls.some(({ tool }) => tool === 'vote')
}

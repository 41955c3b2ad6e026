import type { Event, Fact } from '../event/event.ts'
import { versionOf } from '../event/facts.ts'
import type { MessageId } from '../shared/ids.ts'
import type { Session } from './session.ts'

/** The id of the session's next message. */
export const nextMessageId = (session: Session): MessageId => `m${session.messages.size + 1}` as MessageId

/** Stamps a fact with its position in the log, its append, its time, its version, and a message's id. */
export function stamp(session: Session, fact: Fact, at: number, batch: number): Event {
  const run = fact.run ?? session.run?.id
  return {
    ...fact,
    v: versionOf(fact.type),
    seq: session.seq + 1,
    batch,
    session: session.id,
    at,
    ...(run && { run }),
    ...(fact.type === 'message' && { id: nextMessageId(session) }),
  }
}

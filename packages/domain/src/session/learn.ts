import type { Event, EventOf } from '../event/event.ts'
import { type Session, seatOf } from '../state/session.ts'

/** Files what a call has shown about its model. */
export function learn(session: Session, event: Event): Session {
  return event.type === 'commentary' && event.data.source === 'reasoning' ? seenToThink(session, event) : session
}

/** Later calls leave it room for that. */
function seenToThink(session: Session, { agent = '' }: EventOf<'commentary'>): Session {
  const model = session.run && seatOf(session.run, agent)?.model
  if (!model || session.learned?.[model]?.thinks) return session
  return { ...session, learned: { ...session.learned, [model]: { ...session.learned?.[model], thinks: true } } }
}

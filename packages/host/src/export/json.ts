import { cleanJson, type Event, type Session, toWire } from '@convene/domain'

/** The session as JSON: every event, as other programs read it. */
export const jsonOf = ({ id }: Session, events: readonly Event[]): string =>
  `${cleanJson({ session: id, events: events.map(toWire) }, 2)}\n`

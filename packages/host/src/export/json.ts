import { cleanJson, type Event, type Session, toWire } from '@convene/domain'

/** The session as JSON: every event, in the format for other programs. */
export const jsonOf = ({ id }: Session, events: readonly Event[]): string =>
  `${cleanJson({ session: id, events: events.map(toWire) }, 2)}\n`

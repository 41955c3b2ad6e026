import { setImmediate } from 'node:timers/promises'
import type { Event, SessionId } from '@convene/domain'
import { type EventLog, publicEvents } from '@convene/engine'

const FIRST = 50
const MOST = 5_000
/** Roughly how long one part may block everything else. */
const PART_MS = 10

/**
 * A whole session, read in parts: reading a long one in one go would block the server for a quarter of a second or
 * more.
 */
export async function readWhole(log: Pick<EventLog, 'read'>, session: SessionId): Promise<readonly Event[]> {
  const events: Event[] = []
  for (let limit = FIRST; ; ) {
    const since = performance.now()
    const part = await log.read(session, events.at(-1)?.seq ?? 0, limit)
    for (const event of part) events.push(event)
    if (part.length < limit) return events
    limit = performance.now() - since < PART_MS ? Math.min(MOST, limit * 2) : Math.max(1, Math.floor(limit / 2))
    await setImmediate()
  }
}

/** The same, as users may see it. */
export const readWholePublic = async (log: Pick<EventLog, 'read'>, session: SessionId): Promise<readonly Event[]> =>
  publicEvents(await readWhole(log, session))

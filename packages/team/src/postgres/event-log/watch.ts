import type { SessionId } from '@convene/domain'
import type { EventLog, Ring } from '@convene/engine'
import type { PostgresDatabase } from '../database/database.ts'
import { listenOn } from '../database/listen.ts'
import { CHANNEL } from './append.ts'

/** Rings when something has changed. `self` names this process in notifications. */
export async function watchNotifications(database: PostgresDatabase, self: string) {
  const rings = new Set<{ readonly ring: Ring; readonly own: boolean }>()
  const listener = await listenOn(database, CHANNEL, (payload) => {
    const [writer, session] = payload?.split(' ') ?? []
    const which = session === undefined ? undefined : new Set([session as SessionId])
    for (const { ring, own } of rings) if (own || writer !== self) ring(which)
  })
  const watch: EventLog['watch'] = (ring, { own = false } = {}) => {
    const entry = { ring, own }
    rings.add(entry)
    return () => rings.delete(entry)
  }
  return { watch, close: listener.close }
}

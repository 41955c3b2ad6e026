import type { SessionId } from '@convene/domain'
import type { EventLog } from '@convene/engine'
import type { Database } from '../database/database.ts'
import { listen } from '../database/listen.ts'
import { CHANNEL } from './append.ts'

/** Rings when another process has changed something. `self` names this one in notifications. */
export async function watchChanges(database: Database, self: string) {
  const rings = new Set<{ readonly ring: (which?: ReadonlySet<SessionId>) => void }>()
  const listener = await listen(database, CHANNEL, (payload) => {
    const [writer, session] = payload?.split(' ') ?? []
    if (writer === self) return
    const which = session === undefined ? undefined : new Set([session as SessionId])
    for (const { ring } of rings) ring(which)
  })
  const watch: EventLog['watch'] = (ring) => {
    const entry = { ring }
    rings.add(entry)
    return () => rings.delete(entry)
  }
  return { watch, close: listener.close }
}

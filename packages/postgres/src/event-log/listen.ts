import { setTimeout as pause } from 'node:timers/promises'
import type { SessionId } from '@convene/domain'
import type pg from 'pg'
import type { Database } from '../database/database.ts'
import { CHANNEL } from './append.ts'

export type Listener = {
  watch(ring: () => void): () => void
  close(): Promise<void>
}

const PROBE_MS = 5_000
const AGAIN_MS = 250

/**
 * Rings when another process has changed something. The connection is there before this returns. If it breaks, every
 * watcher rings after the next one is made: anything may have changed in between.
 */
export async function listen(database: Database, self: string): Promise<Listener> {
  const rings = new Set<{ ring(which?: ReadonlySet<SessionId>): void }>()
  const tell = (which?: ReadonlySet<SessionId>) => {
    for (const { ring } of rings) ring(which)
  }
  let isOver = false
  let client = await connected(database, hear, () => void again())
  // A network that stalls closes nothing: without a question now and then, nobody would notice.
  const probe = setInterval(() => void client.query('SELECT 1').catch(() => client.end()), PROBE_MS)
  probe.unref()

  function hear(payload: string): void {
    const [writer, session] = payload.split(' ')
    if (writer !== self) tell(new Set([session as SessionId]))
  }

  async function again(): Promise<void> {
    while (!isOver) {
      await pause(AGAIN_MS, undefined, { ref: false })
      const next = await connected(database, hear, () => void again()).catch(() => undefined)
      if (!next) continue
      client = next
      if (isOver) await client.end().catch(() => undefined)
      else tell()
      return
    }
  }

  return {
    watch(ring) {
      const entry = { ring }
      rings.add(entry)
      return () => rings.delete(entry)
    },
    async close() {
      isOver = true
      clearInterval(probe)
      await client.end().catch(() => undefined)
    },
  }
}

async function connected(database: Database, hear: (payload: string) => void, ended: () => void): Promise<pg.Client> {
  const client = database.client()
  client.on('error', () => undefined)
  client.on('notification', ({ payload = '' }) => hear(payload))
  try {
    await client.connect()
    await client.query(`LISTEN ${CHANNEL}`)
  } catch (error) {
    await client.end().catch(() => undefined)
    throw database.explain(error)
  }
  client.once('end', ended)
  return client
}

import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { PostgresDatabase } from './database.ts'

export type Listener = { close(): Promise<void> }
type Hear = (payload: string | undefined) => void

const PROBE_MS = 5_000
const AGAIN_MS = 250

/**
 * Listens to a notification channel. The connection is open before this returns. If it breaks, a new one is opened and
 * `hear` is called without a payload, because anything may have been missed.
 */
export async function listenOn(database: PostgresDatabase, channel: string, hear: Hear): Promise<Listener> {
  let isOver = false
  let client = await connected(database, channel, hear)
  client.once('end', () => void again())
  // A stalled network closes nothing: without an occasional query, nobody would notice.
  const probe = setInterval(() => void client.query('SELECT 1').catch(() => client.end()), PROBE_MS)
  probe.unref()

  async function again(): Promise<void> {
    while (!isOver) {
      await pause(AGAIN_MS, undefined, { ref: false })
      const next = await connected(database, channel, hear).catch(() => undefined)
      if (!next) continue
      client = next
      client.once('end', () => void again())
      if (isOver) await client.end().catch(() => undefined)
      else hear(undefined)
      return
    }
  }

  return {
    async close() {
      isOver = true
      clearInterval(probe)
      await client.end().catch(() => undefined)
    },
  }
}

async function connected(database: PostgresDatabase, channel: string, hear: Hear): Promise<pg.Client> {
  const made = database.client()
  made.on('error', () => undefined)
  made.on('notification', ({ payload = '' }) => hear(payload))
  try {
    await made.connect()
    await made.query(`LISTEN ${channel}`)
  } catch (error) {
    await made.end().catch(() => undefined)
    throw database.explain(error)
  }
  return made
}

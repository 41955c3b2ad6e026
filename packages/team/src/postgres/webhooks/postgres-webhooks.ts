import { randomUUID } from 'node:crypto'
import type { SessionId } from '@convene/domain'
import { NEVER_FORGOTTEN, type WebhookState } from '@convene/engine'
import type { PostgresDatabase } from '../database/database.ts'

const MOST_SIGNATURES = 10_000
/** A server that does not claim a URL again within this time counts as dead. */
const CLAIM_MS = 6_000

/** Webhook state in Postgres: what all servers of a database together have sent and accepted. */
export function postgresWebhooks(database: PostgresDatabase): WebhookState {
  const sender = randomUUID()
  return {
    async places(url) {
      const rows = await database.ask<{ session: SessionId | null; seq: number }>({
        text: 'SELECT session, seq FROM webhook_urls LEFT JOIN webhook_places USING (url) WHERE url = $1',
        values: [url],
      })
      if (rows.length === 0) return undefined
      return new Map(rows.flatMap(({ session, seq }) => (session === null ? [] : [[session, seq] as const])))
    },
    keepPlaces: (url, places) => keepPlaces(database, url, [...places]),
    remember: (signatures) => remember(database, [...new Set(signatures)]),
    // The database clock counts: those of the servers may differ.
    async claim(url) {
      const taken = await database.ask({
        text: `INSERT INTO webhook_senders AS w (url, sender, until) VALUES ($1, $2, clock_timestamp() + $3 * interval '1 ms')
          ON CONFLICT (url) DO UPDATE SET sender = excluded.sender, until = excluded.until
          WHERE w.sender = excluded.sender OR w.until < clock_timestamp() RETURNING url`,
        values: [url, sender, CLAIM_MS],
      })
      return taken.length > 0 ? CLAIM_MS : undefined
    },
    async release(url) {
      await database.ask({ text: 'DELETE FROM webhook_senders WHERE url = $1 AND sender = $2', values: [url, sender] })
    },
  }
}

type Places = readonly (readonly [SessionId, number | null])[]

/** A position never goes back: a server that hung may store an old one after another server has continued. */
async function keepPlaces(database: PostgresDatabase, url: string, places: Places): Promise<void> {
  const gone = places.filter(([, seq]) => seq === null).map(([session]) => session)
  const there = places.filter((place) => place[1] !== null)
  await database.ask({
    text: `WITH known AS (INSERT INTO webhook_urls (url) VALUES ($1) ON CONFLICT DO NOTHING),
      forgotten AS (DELETE FROM webhook_places WHERE url = $1 AND session = ANY ($2))
      INSERT INTO webhook_places AS p (url, session, seq) SELECT $1, * FROM unnest($3::text[], $4::bigint[])
      ON CONFLICT (url, session) DO UPDATE SET seq = greatest(p.seq, excluded.seq)`,
    values: [url, gone, there.map(([session]) => session), there.map(([, seq]) => seq)],
  })
}

/** One statement, so if two servers accept the same signature at once, only one succeeds. */
async function remember(database: PostgresDatabase, signatures: readonly string[]): Promise<readonly string[]> {
  const rows = await database.ask<{ signature: string }>({
    text: `INSERT INTO webhook_signatures (signature) SELECT * FROM unnest($1::text[])
      ON CONFLICT (signature) DO NOTHING RETURNING signature`,
    values: [signatures],
  })
  // Counted in rows, not in numbers: a refused signature uses up a number too, and must not push out another.
  if (rows.length > 0)
    await database.ask({
      text: `DELETE FROM webhook_signatures WHERE signature NOT LIKE '${NEVER_FORGOTTEN}%'
        AND number < (SELECT number FROM webhook_signatures ORDER BY number DESC OFFSET ${MOST_SIGNATURES} LIMIT 1)`,
    })
  return rows.map(({ signature }) => signature)
}

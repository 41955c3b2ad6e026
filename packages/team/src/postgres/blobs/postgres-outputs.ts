import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { SessionId } from '@convene/domain'
import type { Blobs } from '@convene/engine'
import type { PostgresDatabase } from '../database/database.ts'

/** Long tool outputs by name, compressed, among the session's blobs. */
export type PostgresOutputs = {
  put(session: SessionId, name: string, bytes: Uint8Array): Promise<void>
  get(session: SessionId, name: string): Promise<Uint8Array | undefined>
}

export function postgresOutputs(database: PostgresDatabase, blobs: Blobs): PostgresOutputs {
  return {
    async put(session, name, bytes) {
      const packed = await promisify(gzip)(bytes)
      const hash = createHash('sha256').update(packed).digest('hex')
      await blobs.put({ session }, hash, packed)
      await database.ask({
        text: `INSERT INTO outputs (session, name, hash) VALUES ($1, $2, $3)
          ON CONFLICT (session, name) DO UPDATE SET hash = excluded.hash`,
        values: [session, name, hash],
      })
    },
    async get(session, name) {
      const text = 'SELECT hash FROM outputs WHERE session = $1 AND name = $2'
      const [row] = await database.ask<{ hash: string }>({ text, values: [session, name] })
      const packed = row && (await blobs.get({ session }, row.hash))
      return packed && promisify(gunzip)(packed)
    },
  }
}

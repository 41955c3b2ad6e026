import { createHash } from 'node:crypto'
import { type BlobPlace, type Blobs, isHash } from '@convene/engine'
import type { Database } from '../database/database.ts'
import type { ObjectStore } from './object-store.ts'

/** What is larger goes to the object store, if there is one. */
export const MOST_IN_ROW = 1_048_576

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** A place's name in the table, and the folder of its objects. */
export const placeName = (place: BlobPlace): string => (place === 'uploads' ? 'uploads' : `sessions/${place.session}`)

const objectName = (place: string, hash: string): string => `${place}/${hash}`

/**
 * Bytes in Postgres, and large ones in an object store if there is one. A row says that an object is there: it is written
 * before the object, and counts once the object is stored. So no crash leaves an object that nobody knows of.
 */
export function postgresBlobs(database: Database, objects: ObjectStore | undefined): Blobs {
  const outside = (bytes: Uint8Array): ObjectStore | undefined => (bytes.length > MOST_IN_ROW ? objects : undefined)
  return {
    async put(place, hash, bytes) {
      if (!isHash(hash)) throw new Error(`"${hash.slice(0, 80)}" is not a SHA-256 in hex`)
      const [name, store] = [placeName(place), outside(bytes)]
      await keepRow(database, { place: name, hash, size: bytes.length, bytes: store ? null : Buffer.from(bytes) })
      if (!store) return
      await store.put(objectName(name, hash), bytes)
      await confirm(database, name, hash)
    },
    async get(place, hash) {
      if (!isHash(hash)) return undefined
      const name = placeName(place)
      const [row] = await database.ask<{ bytes: Buffer | null }>({
        text: 'SELECT bytes FROM blobs WHERE place = $1 AND hash = $2 AND stored',
        values: [name, hash],
      })
      if (!row) return undefined
      const bytes = row.bytes ?? (await objects?.get(objectName(name, hash)))
      return bytes && hashOf(bytes) === hash ? bytes : undefined
    },
    copy: (from, to) => copyAll(database, objects, { from: placeName(from), to: placeName(to) }),
    drop: (place, before) => dropAll(database, objects, { place: placeName(place), before }),
  }
}

type Row = { readonly place: string; readonly hash: string; readonly size: number; readonly bytes: Buffer | null }

/** Again: the newest time counts, and what was damaged is whole again. */
async function keepRow(database: Database, { place, hash, size, bytes }: Row): Promise<void> {
  await database.ask({
    text: `INSERT INTO blobs (place, hash, put_at, size, stored, bytes) VALUES ($1, $2, $3, $4, $5, $6)
      ON CONFLICT (place, hash) DO UPDATE SET put_at = excluded.put_at, bytes = excluded.bytes,
        stored = excluded.stored OR (blobs.stored AND blobs.bytes IS NULL)`,
    values: [place, hash, Date.now(), size, bytes !== null, bytes],
  })
}

const confirm = (database: Database, place: string, hash: string) =>
  database.ask({ text: 'UPDATE blobs SET stored = true WHERE place = $1 AND hash = $2', values: [place, hash] })

type Copying = { readonly from: string; readonly to: string }

async function copyAll(database: Database, objects: ObjectStore | undefined, { from, to }: Copying): Promise<void> {
  await database.ask({
    text: `INSERT INTO blobs (place, hash, put_at, size, stored, bytes)
      SELECT $2, hash, $3, size, bytes IS NOT NULL, bytes FROM blobs WHERE place = $1 AND stored
      ON CONFLICT (place, hash) DO NOTHING`,
    values: [from, to, Date.now()],
  })
  if (!objects) return
  const rows = await database.ask<{ hash: string }>({
    text: `SELECT t.hash FROM blobs t JOIN blobs f ON f.hash = t.hash AND f.place = $1 AND f.stored
      WHERE t.place = $2 AND NOT t.stored`,
    values: [from, to],
  })
  for (const { hash } of rows) {
    await objects.copy(objectName(from, hash), objectName(to, hash))
    await confirm(database, to, hash)
  }
}

type Dropping = { readonly place: string; readonly before: number | undefined }

/** Objects first: if that is cut short, their rows are still there for the next time. */
async function dropAll(
  database: Database,
  objects: ObjectStore | undefined,
  { place, before }: Dropping,
): Promise<void> {
  const values = [place, before ?? null]
  const which = 'place = $1 AND ($2::bigint IS NULL OR put_at < $2)'
  if (objects) {
    const text = `SELECT hash FROM blobs WHERE ${which} AND bytes IS NULL`
    const rows = await database.ask<{ hash: string }>({ text, values })
    await objects.remove(rows.map(({ hash }) => objectName(place, hash)))
  }
  const inside = objects ? '' : ' AND bytes IS NOT NULL'
  await database.ask({ text: `DELETE FROM blobs WHERE ${which}${inside}`, values })
}

import { createHash } from 'node:crypto'
import { type BlobPlace, type Blobs, isHash } from '@convene/engine'
import type { PostgresDatabase } from '../database/database.ts'
import type { ObjectStore } from './object-store.ts'

/** Larger blobs go to the object store, if there is one. */
export const MOST_IN_ROW = 1_048_576

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** A place's name in the table, and the folder of its objects. Each space has its own uploads. */
export const placeName = (place: BlobPlace, space?: string): string => {
  if (place !== 'uploads') return `sessions/${place.session}`
  return space === undefined ? 'uploads' : `uploads/${space}`
}

const objectName = (place: string, hash: string): string => `${place}/${hash}`

export type PostgresBlobs = Blobs & {
  /** What the members of one space can reach: their own uploads, and images of their sessions. */
  inSpace(space: string): Blobs
}

/**
 * Bytes in Postgres, and large ones in an object store if there is one. A row announces an object: it is written before
 * the object, and counts once the object is stored, so no crash leaves an untracked object.
 */
export const postgresBlobs = (database: PostgresDatabase, objects: ObjectStore | undefined): PostgresBlobs => ({
  ...blobsOf({ database, objects, space: undefined }),
  inSpace: (space) => within(database, space, blobsOf({ database, objects, space })),
})

type Scope = {
  readonly database: PostgresDatabase
  readonly objects: ObjectStore | undefined
  readonly space: string | undefined
}

function blobsOf({ database, objects, space }: Scope): Blobs {
  const outside = (bytes: Uint8Array): ObjectStore | undefined => (bytes.length > MOST_IN_ROW ? objects : undefined)
  const nameOf = (place: BlobPlace): string => placeName(place, space)
  return {
    async put(place, hash, bytes) {
      if (!isHash(hash)) throw new Error(`"${hash.slice(0, 80)}" is not a SHA-256 in hex`)
      const [name, store] = [nameOf(place), outside(bytes)]
      await keepRow(database, { place: name, hash, size: bytes.length, bytes: store ? null : Buffer.from(bytes) })
      if (!store) return
      await store.put(objectName(name, hash), bytes)
      await confirm(database, name, hash)
    },
    async get(place, hash) {
      if (!isHash(hash)) return undefined
      const name = nameOf(place)
      const [row] = await database.ask<{ bytes: Buffer | null }>({
        text: 'SELECT bytes FROM blobs WHERE place = $1 AND hash = $2 AND stored',
        values: [name, hash],
      })
      if (!row) return undefined
      const bytes = row.bytes ?? (await objects?.get(objectName(name, hash)))
      return bytes && hashOf(bytes) === hash ? bytes : undefined
    },
    copy: (from, to) => copyAll(database, objects, { from: nameOf(from), to: nameOf(to) }),
    drop: (place, before) =>
      dropAll(database, objects, { place: nameOf(place), below: place === 'uploads' && space === undefined, before }),
  }
}

/**
 * A session of another space looks missing, and accepts nothing. A session that has not begun yet belongs to nobody.
 */
function within(database: PostgresDatabase, space: string, blobs: Blobs): Blobs {
  const spaceOf = async (place: BlobPlace): Promise<string | undefined> => {
    if (place === 'uploads') return space
    const text = 'SELECT space FROM sessions WHERE id = $1'
    return (await database.ask<{ space: string }>({ text, values: [place.session] }))[0]?.space
  }
  const isHere = async (place: BlobPlace): Promise<boolean> => (await spaceOf(place)) === space
  const takes = async (place: BlobPlace): Promise<void> => {
    if (((await spaceOf(place)) ?? space) !== space) throw new Error('No such session.')
  }
  return {
    async put(place, hash, bytes) {
      await takes(place)
      await blobs.put(place, hash, bytes)
    },
    get: async (place, hash) => ((await isHere(place)) ? blobs.get(place, hash) : undefined),
    async copy(from, to) {
      if (!(await isHere(from))) return
      await takes(to)
      await blobs.copy(from, to)
    },
    drop: async (place, before) => {
      if (await isHere(place)) await blobs.drop(place, before)
    },
  }
}

type Row = { readonly place: string; readonly hash: string; readonly size: number; readonly bytes: Buffer | null }

/** Stored again: the newest time counts, and damaged bytes are repaired. */
async function keepRow(database: PostgresDatabase, { place, hash, size, bytes }: Row): Promise<void> {
  await database.ask({
    text: `INSERT INTO blobs (place, hash, put_at, size, stored, bytes) VALUES ($1, $2, $3, $4, $5, $6)
      ON CONFLICT (place, hash) DO UPDATE SET put_at = excluded.put_at, bytes = excluded.bytes,
        stored = excluded.stored OR (blobs.stored AND blobs.bytes IS NULL)`,
    values: [place, hash, Date.now(), size, bytes !== null, bytes],
  })
}

const confirm = (database: PostgresDatabase, place: string, hash: string) =>
  database.ask({ text: 'UPDATE blobs SET stored = true WHERE place = $1 AND hash = $2', values: [place, hash] })

type Copying = { readonly from: string; readonly to: string }

async function copyAll(
  database: PostgresDatabase,
  objects: ObjectStore | undefined,
  { from, to }: Copying,
): Promise<void> {
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

/** `below`: also places whose name begins with this one's. */
type Dropping = { readonly place: string; readonly below: boolean; readonly before: number | undefined }

/** Objects first: if this is interrupted, their rows are still there for the next time. */
async function dropAll(
  database: PostgresDatabase,
  objects: ObjectStore | undefined,
  { place, below, before }: Dropping,
): Promise<void> {
  const values = [place, before ?? null]
  const places = below ? `(place = $1 OR starts_with(place, $1 || '/'))` : 'place = $1'
  const which = `${places} AND ($2::bigint IS NULL OR put_at < $2)`
  if (objects) {
    const text = `SELECT place, hash FROM blobs WHERE ${which} AND bytes IS NULL`
    const rows = await database.ask<{ place: string; hash: string }>({ text, values })
    await objects.remove(rows.map((row) => objectName(row.place, row.hash)))
  }
  const inside = objects ? '' : ' AND bytes IS NOT NULL'
  await database.ask({ text: `DELETE FROM blobs WHERE ${which}${inside}`, values })
}

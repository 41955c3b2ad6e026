import { type ObjectStoreOptions, objectStore } from '../blobs/object-store.ts'
import { postgresBlobs } from '../blobs/postgres-blobs.ts'
import { postgresDatabase as databaseAt, type PostgresDatabase } from '../database/database.ts'
import { formatOf } from '../database/migrate.ts'
import { FORMAT } from '../database/migrations.ts'
import { inAllSpaces } from '../database/scope.ts'
import { readingIn } from '../event-log/read.ts'
import { SCHEMA } from '../work/queue.ts'
import { checkSessions, type SessionsReport } from './sessions.ts'
import { type Structure, structureOf } from './structure.ts'

/** What a database contains, and what is wrong with it. */
export type DatabaseReport = {
  /** `name at address`, without the password. */
  readonly place: string
  readonly server: string
  readonly bytes: number
  readonly format: number | undefined
  /** The format of this program. */
  readonly needs: number
  /** Undefined if the format differs. */
  readonly content?: Structure &
    SessionsReport & {
      /** Whether the work queue exists. */
      readonly hasQueue: boolean
      readonly servers: number
      readonly deleted: number
      /** Files in rows whose bytes no longer match their hash. */
      readonly changedFiles: number
      /** Files in a bucket, which was not checked. */
      readonly unseenFiles: number
    }
}

export type VerifyOptions = { readonly url: string; readonly objects?: ObjectStoreOptions | undefined }

/** Checks everything in a database and changes nothing, not even an empty one. */
export async function verifyDatabase({ url, objects }: VerifyOptions): Promise<DatabaseReport> {
  // Counting a large table takes longer than a server would wait.
  const database = databaseAt({ url, connections: 2, answerMs: 10 * 60_000 })
  try {
    const [server] = await database.ask<{ version: string; bytes: number }>({
      text: `SELECT current_setting('server_version') AS version, pg_database_size(current_database()) AS bytes`,
    })
    const { name, address } = database.place
    const format = await formatOf(database)
    const known = { place: `${name} at ${address}`, server: server?.version ?? '?', bytes: server?.bytes ?? 0 }
    const content = format === FORMAT ? await contentOf(database, objects) : undefined
    return { ...known, format, needs: FORMAT, ...(content && { content }) }
  } catch (error) {
    throw database.explain(error)
  } finally {
    await database.close()
  }
}

async function contentOf(database: PostgresDatabase, objects: ObjectStoreOptions | undefined) {
  const structure = await structureOf(database)
  const none = { sessions: 0, events: 0, bad: [], images: 0, missingImages: 0, heads: '' }
  const counts = { hasQueue: false, servers: 0, deleted: 0, changedFiles: 0, unseenFiles: 0 }
  // The rest would only fail on what is missing.
  if (structure.missing.length > 0) return { ...structure, ...none, ...counts }
  const blobs = postgresBlobs(database, objects && (await objectStore(objects)))
  const sessions = await checkSessions(database, readingIn(inAllSpaces(database)), blobs)
  const [row] = await database.ask<typeof counts>({
    text: `SELECT to_regclass('${SCHEMA}.job') IS NOT NULL AS "hasQueue",
      (SELECT count(*) FROM workers WHERE seen > now() - interval '15 s') AS servers,
      (SELECT count(*) FROM trash WHERE name LIKE '%.jsonl') AS deleted,
      (SELECT count(*) FROM blobs WHERE encode(sha256(bytes), 'hex') <> hash) AS "changedFiles",
      ${objects ? '0' : '(SELECT count(*) FROM blobs WHERE bytes IS NULL)'} AS "unseenFiles"`,
  })
  return { ...structure, ...sessions, ...counts, ...row }
}

import type { Blobs, Trash } from '@convene/engine'
import type { PostgresDatabase } from '../database/database.ts'

/** One server at a time cleans up. The number is ours, and arbitrary. */
const LOCK = 7_410_002
const DAY_MS = 24 * 60 * 60 * 1_000
const WEEK_MS = 7 * DAY_MS
const AT_ONCE = 200

export type CleanUpOptions = {
  readonly database: PostgresDatabase
  readonly blobs: Blobs
  readonly trash: Trash
  readonly now: number
}

/**
 * Removes deleted sessions after a week, files that were never attached, and data of sessions that neither exist nor
 * are in the trash. One server does it at a time, and the others skip it. A server that dies in the middle leaves the
 * rest to the next.
 */
export function cleanUp({ database, blobs, trash, now }: CleanUpOptions): Promise<'done' | 'left to another'> {
  return database.once(async ({ run }) => {
    const lock = { text: 'SELECT pg_try_advisory_lock($1) AS taken', values: [LOCK] }
    if (!(await run<{ taken: boolean }>(lock))[0]?.taken) return 'left to another'
    try {
      await trash.empty(now - WEEK_MS)
      await blobs.drop('uploads', now - WEEK_MS)
      for (;;) {
        const sessions = await orphans(database, now - DAY_MS)
        for (const { session } of sessions) await blobs.drop({ session: session as never })
        if (sessions.length < AT_ONCE) break
      }
      await database.ask({ text: 'DELETE FROM watching WHERE seen_at < $1', values: [now - DAY_MS] })
      for (const table of ['outputs', 'clones'])
        await database.ask({ text: `DELETE FROM ${table} o WHERE NOT EXISTS (${known('o.session')})` })
      return 'done'
    } finally {
      await run({ text: 'SELECT pg_advisory_unlock($1)', values: [LOCK] })
    }
  })
}

const known = (session: string): string =>
  `SELECT FROM sessions s WHERE s.id = ${session} UNION ALL SELECT FROM trash t WHERE t.name = ${session} || '.jsonl'`

/** An image is stored before its session begins, so a recent one may belong to a session that is about to. */
const orphans = (database: PostgresDatabase, before: number) =>
  database.ask<{ session: string }>({
    text: `SELECT session FROM (
        SELECT substr(place, 10) AS session, max(put_at) AS newest FROM blobs WHERE place LIKE 'sessions/%' GROUP BY place
      ) b WHERE newest < $1 AND NOT EXISTS (${known('b.session')}) LIMIT ${AT_ONCE}`,
    values: [before],
  })

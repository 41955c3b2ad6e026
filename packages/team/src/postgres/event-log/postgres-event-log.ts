import { randomUUID } from 'node:crypto'
import { assert, type Event, foldFor, type SessionId } from '@convene/domain'
import { type EventLog, LogConflict, refuseUnreadable } from '@convene/engine'
import { MAIN_SPACE } from '../../accounts/role/main-space.ts'
import type { PostgresDatabase } from '../database/database.ts'
import { inAllSpaces, oneSpace } from '../database/scope.ts'
import { refuseTooNew } from '../workers/workers.ts'
import { CHANNEL, preparedAppend } from './append.ts'
import { Chains } from './chains.ts'
import { type GroupCommitOptions, postgresGroupCommit } from './group-commit.ts'
import { readingIn } from './read.ts'
import type { Timings } from './timings.ts'
import { watchNotifications } from './watch.ts'

export type PostgresEventLogOptions = {
  readonly database: PostgresDatabase
  /** How long an append is repeated while the database does not answer. */
  readonly patienceMs?: number
  readonly alongside?: GroupCommitOptions['alongside']
  /** The oldest fold that can read events, as this version knows it. */
  foldFor?(events: readonly Event[]): number
  /** The machine that new sessions are bound to. Undefined: none. */
  readonly place?: string
}

const PATIENCE_MS = 10_000

/** A log in Postgres. `commits` counts the transactions of this process. */
export type PostgresEventLog = EventLog & {
  readonly commits: number
  readonly appends: Timings
  /** The log of one space. A session of another one looks missing. Stays open with this one. */
  inSpace(space: string): EventLog
  /** Sets the space in which a session will be created. By default, that is the main space. */
  place(session: SessionId, space: string): void
  spaceOf(session: SessionId): Promise<string | undefined>
}

/**
 * A log in Postgres, shared by processes on several machines. The database must be prepared, and stays open after
 * `close`.
 */
export async function postgresEventLog(options: PostgresEventLogOptions): Promise<PostgresEventLog> {
  const { database, patienceMs = PATIENCE_MS, alongside, foldFor: needed = foldFor } = options
  const writer = randomUUID()
  const group = postgresGroupCommit({ database, writer, patienceMs, ...(alongside && { alongside }) })
  const changes = await watchNotifications(database, writer)
  const places = new Map<SessionId, string>()
  const chains = new Chains(database)
  const all = readingIn(inAllSpaces(database))
  const log: PostgresEventLog = {
    ...all,
    get commits() {
      return group.commits
    },
    appends: group.appends,
    async append(session, expectedSeq, events, row) {
      refuseUnreadable(events)
      const continues = events.every(({ seq }, index) => seq === expectedSeq + index + 1)
      if (!continues && (await all.head(session)) !== expectedSeq)
        throw new LogConflict(`Session ${session} has moved on.`)
      assert(continues, 'an append must continue where the log ends')
      const space = places.get(session) ?? MAIN_SPACE
      // Even if it was refused: the id may be used again in another space.
      places.delete(session)
      const fold = needed(events)
      if (fold > 0) await refuseTooNew(database, fold)
      const given = { session, expectedSeq, events, row, space, fold, place: options.place ?? '' }
      await chains.continue(session, expectedSeq, async (chain) => {
        const append = preparedAppend({ ...given, chain })
        await group.submit(append)
        return append
      })
    },
    watch: changes.watch,
    remove: (session) => remove(database, writer, session),
    inSpace: (space) => inSpace(log, readingIn(oneSpace(database, space)), space),
    place: (session, space) => void places.set(session, space),
    async spaceOf(session) {
      const text = 'SELECT space FROM sessions WHERE id = $1'
      return (await database.ask<{ space: string }>({ name: 'space-of', text, values: [session] }))[0]?.space
    },
    async close() {
      await group.drained()
      await changes.close()
    },
  }
  return log
}

function inSpace(log: PostgresEventLog, reading: ReturnType<typeof readingIn>, space: string): EventLog {
  return {
    ...reading,
    watch: log.watch,
    async append(session, expectedSeq, events, row) {
      if (expectedSeq === 0) log.place(session, space)
      else if ((await reading.head(session)) === 0) throw new LogConflict(`Session ${session} has moved on.`)
      await log.append(session, expectedSeq, events, row)
    },
    remove: async (session) => {
      if ((await reading.head(session)) > 0) await log.remove(session)
    },
    close: async () => undefined,
  }
}

/** The row of `sessions` first, so an append that waits for it finds no session any more. */
async function remove(database: PostgresDatabase, writer: string, session: SessionId): Promise<void> {
  const tables = ['appends', 'words', 'names', 'snapshots', 'decisions', 'watching', 'mentions']
  const parts = tables.map((table) => `of_${table} AS (DELETE FROM ${table} WHERE session = $1)`)
  const text = `WITH gone AS (DELETE FROM sessions WHERE id = $1), ${parts.join(', ')}, held AS (
      DELETE FROM reservations WHERE session = $1 RETURNING space, month, micros
    ), freed AS (
      UPDATE budgets b SET reserved = greatest(0, reserved - h.micros)
      FROM (SELECT space, month, sum(micros)::bigint AS micros FROM held GROUP BY space, month) h
      WHERE b.space = h.space AND b.month = h.month
    )
    SELECT pg_notify('${CHANNEL}', $2::text || ' ' || $1)`
  await database.ask({ text, values: [session, writer] })
}

import { randomUUID } from 'node:crypto'
import { assert, type SessionId } from '@convene/domain'
import { Conflict, type EventLog, type Snapshot } from '@convene/engine'
import type { Database } from '../database/database.ts'
import { CHANNEL, prepared } from './append.ts'
import { listDecisions } from './decisions.ts'
import { decode } from './encode.ts'
import { type GroupCommitOptions, groupCommit } from './group-commit.ts'
import { dueSessions, findSessions, listSessions } from './lists.ts'
import { watchChanges } from './watch.ts'

export type PostgresEventLogOptions = {
  readonly database: Database
  /** How long an append is repeated while the database does not answer. */
  readonly patienceMs?: number
  readonly alongside?: GroupCommitOptions['alongside']
}

const PATIENCE_MS = 10_000

/** A log in Postgres. `commits` counts the transactions of this process. */
export type PostgresEventLog = EventLog & { readonly commits: number }

/** A log in Postgres, shared by processes on several machines. The database is prepared, and stays open after `close`. */
export async function postgresEventLog(options: PostgresEventLogOptions): Promise<PostgresEventLog> {
  const { database, patienceMs = PATIENCE_MS, alongside } = options
  const writer = randomUUID()
  const group = groupCommit({ database, writer, patienceMs, ...(alongside && { alongside }) })
  const changes = await watchChanges(database, writer)
  const read: EventLog['read'] = (session, after = 0, limit) => readEvents(database, session, after, limit)
  return {
    get commits() {
      return group.commits
    },
    async append(session, expectedSeq, events, row) {
      const continues = events.every(({ seq }, index) => seq === expectedSeq + index + 1)
      if (!continues && (await headOf(database, session)) !== expectedSeq)
        throw new Conflict(`Session ${session} has moved on.`)
      assert(continues, 'an append must continue where the log ends')
      await group.submit(prepared({ session, expectedSeq, events, row }))
    },
    read,
    head: (session) => headOf(database, session),
    watch: changes.watch,
    snapshot: (session) => snapshotOf(database, session),
    keep: (session, snapshot) => keep(database, session, snapshot),
    list: (query) => listSessions(database, query),
    find: (part) => findSessions(database, part),
    due: (at) => dueSessions(database, at),
    decisions: () => listDecisions(database, read),
    remove: (session) => remove(database, writer, session),
    async close() {
      await group.drained()
      await changes.close()
    },
  }
}

async function readEvents(database: Database, session: SessionId, after: number, limit: number | undefined) {
  const rows = await database.ask<{ batch: number; data: string }>({
    name: 'read',
    text: 'SELECT batch, data FROM appends WHERE session = $1 AND seq > $2 ORDER BY seq LIMIT $3',
    values: [session, after, limit ?? null],
  })
  const events = rows.flatMap((row) => decode(session, row)).filter(({ seq }) => seq > after)
  return limit === undefined ? events : events.slice(0, limit)
}

async function headOf(database: Database, session: SessionId): Promise<number> {
  const text = 'SELECT seq FROM sessions WHERE id = $1'
  const [row] = await database.ask<{ seq: number }>({ name: 'head', text, values: [session] })
  return row?.seq ?? 0
}

async function snapshotOf(database: Database, session: SessionId): Promise<Snapshot | undefined> {
  const text = 'SELECT version, seq, state FROM snapshots WHERE session = $1'
  const [row] = await database.ask<{ version: string; seq: number; state: string }>({ text, values: [session] })
  return row && { ...row, state: JSON.parse(row.state) }
}

async function keep(database: Database, session: SessionId, { version, seq, state }: Snapshot): Promise<void> {
  const text = `INSERT INTO snapshots (session, version, seq, state) SELECT id, $2, $3, $4 FROM sessions WHERE id = $1
    ON CONFLICT (session) DO UPDATE SET version = excluded.version, seq = excluded.seq, state = excluded.state`
  await database.ask({ text, values: [session, version, seq, JSON.stringify(state)] })
}

/** The row of `sessions` first: an append that waits for it finds no session any more. */
async function remove(database: Database, writer: string, session: SessionId): Promise<void> {
  const tables = ['appends', 'names', 'snapshots', 'decisions']
  const parts = tables.map((table) => `of_${table} AS (DELETE FROM ${table} WHERE session = $1)`)
  const text = `WITH gone AS (DELETE FROM sessions WHERE id = $1), ${parts.join(', ')}
    SELECT pg_notify('${CHANNEL}', $2::text || ' ' || $1)`
  await database.ask({ text, values: [session, writer] })
}

import { type ChainHead, createDomain, type SessionId } from '@convene/domain'
import type { EventLog, Snapshot } from '@convene/engine'
import type { SpaceScope } from '../database/scope.ts'
import { listDecisionsInSpace } from './decisions.ts'
import { decode, storedIn } from './encode.ts'
import { dueSessionsInSpace, findSessionsInSpace, listSessionsInSpace } from './lists.ts'

type Reading = Pick<
  EventLog,
  'read' | 'stored' | 'links' | 'head' | 'snapshot' | 'keep' | 'list' | 'find' | 'due' | 'decisions'
>

/** A log's answers about the sessions of a scope. Any other session looks missing. */
export function readingIn(scope: SpaceScope): Reading {
  const read: EventLog['read'] = (session, after = 0, limit) => readEvents(scope, session, after, limit)
  return {
    read,
    stored: (session) => storedEvents(scope, session),
    links: (session, from = 0) => linksOf(scope, session, from),
    head: (session) => headOf(scope, session),
    snapshot: (session) => snapshotOf(scope, session),
    keep: (session, snapshot) => keep(scope, session, snapshot),
    list: (query) => listSessionsInSpace(scope, query),
    find: (part) => findSessionsInSpace(scope, part),
    due: (at) => dueSessionsInSpace(scope, at),
    decisions: () => listDecisionsInSpace(scope, read),
  }
}

/** True if the session `$1` is in the space of the last parameter, or if that is null. Evaluated once, not per row. */
const inScope = (parameter: string): string =>
  `(${parameter}::text IS NULL OR EXISTS (SELECT FROM sessions WHERE id = $1 AND space = ${parameter}))`

function rowsOf({ ask, space }: SpaceScope, session: SessionId, after: number, limit: number | undefined) {
  return ask<{ batch: number; data: string }>({
    name: 'read',
    text: `SELECT batch, data FROM appends WHERE session = $1 AND seq > $2 AND ${inScope('$4')} ORDER BY seq LIMIT $3`,
    values: [session, after, limit ?? null, space ?? null],
  })
}

const storedEvents = async (scope: SpaceScope, session: SessionId) =>
  (await rowsOf(scope, session, 0, undefined)).flatMap((row) => storedIn(session, row))

async function readEvents(scope: SpaceScope, session: SessionId, after: number, limit: number | undefined) {
  const rows = await rowsOf(scope, session, after, limit)
  const events = rows.flatMap((row) => decode(session, row)).filter(({ seq }) => seq > after)
  return limit === undefined ? events : events.slice(0, limit)
}

const linksOf = ({ ask, space }: SpaceScope, session: SessionId, from: number) =>
  ask<ChainHead>({
    text: `SELECT seq, link FROM appends WHERE session = $1 AND seq >= $2 AND ${inScope('$3')} ORDER BY seq`,
    values: [session, from, space ?? null],
  })

async function headOf({ ask, space }: SpaceScope, session: SessionId): Promise<number> {
  const text = 'SELECT seq FROM sessions WHERE id = $1 AND ($2::text IS NULL OR space = $2)'
  const [row] = await ask<{ seq: number }>({ name: 'head', text, values: [session, space ?? null] })
  return row?.seq ?? 0
}

/** One that this version can use, if there is one. */
async function snapshotOf({ ask, space }: SpaceScope, session: SessionId): Promise<Snapshot | undefined> {
  const text = `SELECT version, seq, state FROM snapshots WHERE session = $1 AND ${inScope('$2')}
    ORDER BY version = $3 DESC, seq DESC LIMIT 1`
  const values = [session, space ?? null, createDomain().version]
  const [row] = await ask<{ version: string; seq: number; state: string }>({ text, values })
  return row && { ...row, state: JSON.parse(row.state) }
}

/** Other versions' snapshots stay as long as a server runs that version. */
async function keep({ ask, space }: SpaceScope, session: SessionId, { version, seq, state }: Snapshot): Promise<void> {
  const text = `WITH outdated AS (
      DELETE FROM snapshots WHERE session = $1 AND version <> $2 AND version <> ALL (SELECT fold::text FROM workers)
        AND ${inScope('$5')}
    )
    INSERT INTO snapshots (session, version, seq, state) SELECT id, $2, $3, $4 FROM sessions
    WHERE id = $1 AND ($5::text IS NULL OR space = $5)
    ON CONFLICT (session, version) DO UPDATE SET seq = excluded.seq, state = excluded.state`
  await ask({ text, values: [session, version, seq, JSON.stringify(state), space ?? null] })
}

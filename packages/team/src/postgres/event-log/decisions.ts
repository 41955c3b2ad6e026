import { type Event, type RecordedDecision, recordedIn, type SessionId } from '@convene/domain'
import type { SpaceScope } from '../database/scope.ts'

type Known = { readonly session: SessionId; readonly seq: number; readonly data: string | null }

/** Sessions with decisions, and the derived rows that are still current. */
const known = `
  SELECT a.session, max(a.seq) AS seq, max(d.data) AS data FROM appends a
  LEFT JOIN decisions d ON d.session = a.session AND d.seq = (SELECT max(seq) FROM appends WHERE session = a.session AND decides)
  WHERE a.decides AND ($1::text IS NULL OR EXISTS (SELECT FROM sessions s WHERE s.id = a.session AND s.space = $1))
  GROUP BY a.session`

/** The committed decisions of all sessions, oldest first. Derived on request, and stored. */
export async function listDecisionsInSpace(
  scope: SpaceScope,
  read: (session: SessionId) => Promise<readonly Event[]>,
): Promise<readonly RecordedDecision[]> {
  const all: RecordedDecision[] = []
  for (const row of await scope.ask<Known>({ text: known, values: [scope.space ?? null] }))
    all.push(...(row.data === null ? await derive(scope, row, read) : (JSON.parse(row.data) as RecordedDecision[])))
  return all.toSorted((one, other) => one.at - other.at)
}

async function derive(
  { ask }: SpaceScope,
  { session, seq }: Known,
  read: (session: SessionId) => Promise<readonly Event[]>,
) {
  const decisions = recordedIn(await read(session))
  await ask({
    text: `INSERT INTO decisions (session, seq, data) SELECT id, $2, $3 FROM sessions WHERE id = $1
      ON CONFLICT (session) DO UPDATE SET seq = excluded.seq, data = excluded.data`,
    values: [session, seq, JSON.stringify(decisions)],
  })
  return decisions
}

import type { SessionId } from '@convene/domain'
import type { ListedSession, SessionQuery, SessionRow, SessionSort } from '@convene/engine'
import type { Database } from './database.ts'
import { searchFor } from './search.ts'

const columns =
  'title, goal, workspace, mode, team, phase, reason, asks, cost_usd, tokens, pinned, tags, position, messages, created_at, updated_at, wake_at, summary, moves'

const store = `
  INSERT INTO sessions (id, seq, chain, ${columns}) VALUES (?, ?, ?, ${columns.replaceAll(/\w+/g, '?')})
  ON CONFLICT (id) DO UPDATE SET seq = excluded.seq, chain = excluded.chain, ${columns.replaceAll(/\w+/g, '$& = excluded.$&')}`

/** Stores the derived row of a session, in the same transaction as the events it is derived from. */
export function storeSession(
  database: Database,
  session: SessionId,
  { seq, chain }: { readonly seq: number; readonly chain: string },
  row: SessionRow,
): void {
  const values = [row.title, row.goal, row.workspace, row.mode, row.team, row.phase, row.reason, row.asks, row.costUsd]
  const more = [row.tokens, Number(row.pinned), JSON.stringify(row.tags), row.order, row.messages]
  const last = [row.createdAt, row.updatedAt, row.wakeAt, row.summary, Number(row.moves)]
  database.run(store, session, seq, chain, ...values, ...more, ...last)
}

/** Pinned first, then newest. */
export function listSessions(database: Database, query: SessionQuery): readonly ListedSession[] {
  const words = searchFor(query.query)
  if (words === 'nothing') return []
  const conditions: [condition: string, value: string | number | undefined][] = [
    [inSearch, words],
    ['phase = ?', query.state],
    ['asks > ?', query.waiting ? 0 : undefined],
    [underWay, query.active ? 1 : undefined],
    ['moves = ?', query.moving ? 1 : undefined],
    ['id IN (SELECT value FROM json_each(?))', query.ids && JSON.stringify(query.ids)],
    ['team = ?', query.team],
    ['workspace = ?', query.workspace],
    ['EXISTS (SELECT 1 FROM json_each(sessions.tags) WHERE value = ?)', query.tag],
    ['NOT EXISTS (SELECT 1 FROM json_each(sessions.tags) WHERE value = ?)', query.exceptTag],
  ]
  const asked = conditions.filter((pair): pair is [string, string | number] => pair[1] !== undefined)
  const place = query.before ? [Number(query.before.pinned), query.before.updatedAt, query.before.id] : []
  const where = [...asked.map(([condition]) => condition), query.before ? afterPlace : 'true'].join(' AND ')
  const order = orders[query.sort ?? 'changed']
  const first = `SELECT number FROM sessions WHERE ${where} ORDER BY ${order} LIMIT ?`
  const rows = database
    .sql(`SELECT id, seq, ${columns} FROM sessions WHERE number IN (${first}) ORDER BY ${order}`)
    .all(...asked.map(([, value]) => value), ...place, query.limit ?? -1)
  const sessions = rows.map((row) => listed(row as StoredRow))
  return words === undefined ? sessions : withPlaces(database, sessions, words)
}

/** Adds the position of the newest match. A session that matches only by its title or goal has none. */
function withPlaces(database: Database, sessions: readonly ListedSession[], words: string): readonly ListedSession[] {
  const ids = JSON.stringify(sessions.map(({ id }) => id))
  const places = new Map(
    database
      .sql(newestMatches)
      .all(words, ids)
      .map(({ session, batch, seq }) => [session as string, { from: batch as number, to: seq as number }]),
  )
  return sessions.map((session) => {
    const found = places.get(session.id)
    return found ? { ...session, found } : session
  })
}

/** SQLite takes the other columns from the row with the maximum. */
const newestMatches = `
  SELECT appends.session, appends.batch, appends.seq, max(appends.id) FROM search
  JOIN appends ON appends.id = search.rowid
  WHERE search MATCH ? AND appends.session IN (SELECT value FROM json_each(?))
  GROUP BY appends.session`

const underWay = "(phase NOT IN ('idle', 'paused', 'completed', 'cancelled', 'failed')) = ?"

const afterPlace = '(pinned, updated_at, id) < (?, ?, ?)'

const changed = 'updated_at DESC, id DESC'

const orders: { readonly [sort in SessionSort]: string } = {
  changed: `pinned DESC, ${changed}`,
  created: 'pinned DESC, created_at DESC, id DESC',
  title: `pinned DESC, title COLLATE NOCASE, ${changed}`,
  cost: `pinned DESC, cost_usd IS NULL, cost_usd DESC, ${changed}`,
  tokens: `pinned DESC, tokens DESC, ${changed}`,
  order: `pinned DESC, position IS NULL, position, ${changed}`,
}

/**
 * Matches one of the session's messages, or its title and goal. A single pass, because a short prefix matches many
 * rows.
 */
const inSearch = `id IN (
  SELECT coalesce(appends.session, named.id) FROM search
  LEFT JOIN appends ON appends.id = search.rowid LEFT JOIN sessions AS named ON named.number = -search.rowid
  WHERE search MATCH ?)`

/** Ids that contain `part`, newest first. */
export function findSessions(database: Database, part: string): readonly SessionId[] {
  const found = database.sql(
    'SELECT id FROM sessions WHERE instr(upper(id), upper(?)) > 0 ORDER BY created_at DESC, id DESC LIMIT 10',
  )
  return found.all(part).map((row) => row.id as SessionId)
}

/** Sessions due to be woken, the longest-waiting first. */
export function dueSessions(database: Database, at: number): readonly SessionId[] {
  const due = database.sql('SELECT id FROM sessions WHERE wake_at <= ? ORDER BY wake_at')
  return due.all(at).map((row) => row.id as SessionId)
}

type StoredRow = { [column: string]: string | number | null }

function listed(row: StoredRow): ListedSession {
  return {
    id: row.id as SessionId,
    seq: row.seq as number,
    title: row.title as string,
    summary: row.summary as string,
    goal: row.goal as string,
    workspace: row.workspace as string,
    mode: row.mode as string,
    team: row.team as string,
    phase: row.phase as string,
    reason: row.reason as string,
    asks: row.asks as number,
    costUsd: row.cost_usd as number | null,
    tokens: row.tokens as number,
    pinned: row.pinned === 1,
    tags: JSON.parse(row.tags as string) as readonly string[],
    order: row.position as number | null,
    messages: row.messages as number,
    createdAt: row.created_at as number,
    updatedAt: row.updated_at as number,
    wakeAt: row.wake_at as number | null,
    moves: row.moves === 1,
  }
}

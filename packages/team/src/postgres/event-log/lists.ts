import type { SessionId } from '@convene/domain'
import type { ListedSession, SessionQuery, SessionRow, SessionSort } from '@convene/engine'
import type { SpaceScope } from '../database/scope.ts'
import { withoutNul } from './append.ts'
import { queryOf } from './words.ts'

const changed = 'updated_at DESC, id DESC'

const orders: { readonly [sort in SessionSort]: string } = {
  changed: `pinned DESC, ${changed}`,
  created: 'pinned DESC, created_at DESC, id DESC',
  title: `pinned DESC, title, ${changed}`,
  cost: `pinned DESC, cost_usd DESC NULLS LAST, ${changed}`,
  tokens: `pinned DESC, tokens DESC, ${changed}`,
  order: `pinned DESC, position NULLS LAST, ${changed}`,
}

type Condition = readonly [condition: string, ...values: unknown[]]

/** Pinned first, then newest. */
export async function listSessionsInSpace(
  { ask, space }: SpaceScope,
  query: SessionQuery,
): Promise<readonly ListedSession[]> {
  const words = queryOf(query.query)
  if (words === 'nothing') return []
  const values: unknown[] = []
  const matching = words === undefined ? [] : [await inSearch(ask, words)]
  const where = [...ofSpace(space), ...matching, ...conditions(query)].map(([condition, ...given]) =>
    condition.replaceAll('?', () => `$${values.push(given.shift())}`),
  )
  const limit = query.limit === undefined ? '' : `LIMIT $${values.push(query.limit)}`
  const rows = await ask<StoredRow>({
    text: `SELECT id, seq, data FROM sessions WHERE ${['true', ...where].join(' AND ')} ORDER BY ${orders[query.sort ?? 'changed']} ${limit}`,
    values,
  })
  const sessions = rows.map(listed)
  return words === undefined ? sessions : withPlaces(ask, sessions, words)
}

const ofSpace = (space: string | undefined): readonly Condition[] => (space === undefined ? [] : [['space = ?', space]])

function conditions(query: SessionQuery): readonly Condition[] {
  const { before } = query
  const all: readonly (Condition | false)[] = [
    query.state !== undefined && ['phase = ?', withoutNul(query.state)],
    query.waiting === true && ['asks > 0'],
    query.active === true && [underWay],
    query.moving === true && ['moves'],
    query.ids !== undefined && ['id = ANY (?)', query.ids],
    query.sameSpaceAs !== undefined && ['space = (SELECT space FROM sessions WHERE id = ?)', query.sameSpaceAs],
    query.team !== undefined && ['team = ?', withoutNul(query.team)],
    query.workspace !== undefined && ['workspace = ?', withoutNul(query.workspace)],
    query.tag !== undefined && ['?::text = ANY (tags)', withoutNul(query.tag)],
    query.exceptTag !== undefined && ['NOT (?::text = ANY (tags))', withoutNul(query.exceptTag)],
    before !== undefined && ['(pinned, updated_at, id) < (?, ?, ?)', before.pinned, before.updatedAt, before.id],
  ]
  return all.filter((condition) => condition !== false)
}

const underWay = `phase NOT IN ('idle', 'paused', 'completed', 'cancelled', 'failed')`

/** With more matches than this, scanning sessions one after another, newest first, soon fills a page. */
const MANY = 3_000

/**
 * Matches one of the session's messages, or its title and goal. Postgres cannot know how common a word is: with the
 * wrong plan it reads all sessions for a rare word, or sorts all of them for a common one.
 */
async function inSearch(ask: SpaceScope['ask'], words: string): Promise<Condition> {
  const matches = ['words', 'names'].map(
    (table) => `(SELECT session FROM ${table} WHERE words @@ $1::tsquery LIMIT ${MANY})`,
  )
  const found = await ask<{ session: string }>({ text: matches.join(' UNION ALL '), values: [words] })
  if (found.length < MANY) return ['id = ANY (?)', found.map(({ session }) => session)]
  return [
    `(EXISTS (SELECT FROM words w WHERE w.session = id AND w.words @@ ?::tsquery OFFSET 0)
      OR EXISTS (SELECT FROM names n WHERE n.session = id AND n.words @@ ?::tsquery OFFSET 0))`,
    words,
    words,
  ]
}

/** Adds the position of the newest match. A session that matches only by its title or goal has none. */
async function withPlaces(ask: SpaceScope['ask'], sessions: readonly ListedSession[], words: string) {
  const found = await ask<{ session: string; batch: number; seq: number }>({
    text: `SELECT DISTINCT ON (session) session, batch, seq FROM words
      WHERE words @@ $1::tsquery AND session = ANY ($2) ORDER BY session, seq DESC`,
    values: [words, sessions.map(({ id }) => id)],
  })
  const places = new Map(found.map(({ session, batch, seq }) => [session, { from: batch, to: seq }]))
  return sessions.map((session) => {
    const place = places.get(session.id)
    return place ? { ...session, found: place } : session
  })
}

type StoredRow = { readonly id: SessionId; readonly seq: number; readonly data: string }

const listed = ({ id, seq, data }: StoredRow): ListedSession => ({ ...(JSON.parse(data) as SessionRow), id, seq })

/** Ids that contain `part`, newest first. */
export async function findSessionsInSpace({ ask, space }: SpaceScope, part: string): Promise<readonly SessionId[]> {
  const found = await ask<{ session: SessionId }>({
    text: `SELECT n.session FROM names n JOIN sessions s ON s.id = n.session
      WHERE strpos(upper(n.session), upper($1)) > 0 AND ($2::text IS NULL OR s.space = $2)
      ORDER BY n.created_at DESC, n.session DESC LIMIT 10`,
    values: [withoutNul(part), space ?? null],
  })
  return found.map(({ session }) => session)
}

/** Sessions due to be woken, the longest-waiting first. */
export async function dueSessionsInSpace({ ask, space }: SpaceScope, at: number): Promise<readonly SessionId[]> {
  const due = await ask<{ id: SessionId }>({
    text: 'SELECT id FROM sessions WHERE wake_at <= $1 AND ($2::text IS NULL OR space = $2) ORDER BY wake_at',
    values: [at, space ?? null],
  })
  return due.map(({ id }) => id)
}

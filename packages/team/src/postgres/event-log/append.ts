import type { Chain, Event, SessionId } from '@convene/domain'
import type { SessionRow } from '@convene/engine'
import { chainText } from '@convene/store'
import { type Settlement, settlementOf } from '../budgets/settlement.ts'
import type { DatabaseConnection, Statement } from '../database/database.ts'
import { type Naming, namingsIn } from '../presence/postgres-presence.ts'
import { appendToken, changesName, encode, type PostgresAppendRow } from './encode.ts'
import { vectorOf } from './words.ts'

/** An append, ready to be stored. */
export type PostgresAppend = {
  readonly session: SessionId
  readonly expectedSeq: number
  readonly seq: number
  readonly token: string
  /** The chain that it continues, and the one it leads to. */
  readonly before: string
  readonly chain: string
  readonly row: SessionRow
  readonly rows: readonly PostgresAppendRow[]
  /** The oldest fold that can read it. */
  readonly fold: number
  /** The machine that a new session is bound to. Empty means any. */
  readonly place: string
  /** The words of title and goal, if they may have changed. */
  readonly name: string | null
  /** The space of a new session. */
  readonly space: string
  /** What it says about money. */
  readonly settlement: Settlement | undefined
  /** Messages in it that may mention people. */
  readonly namings: readonly Naming[]
}

type Given = {
  readonly session: SessionId
  readonly expectedSeq: number
  readonly events: readonly Event[]
  readonly row: SessionRow
  readonly space: string
  readonly fold: number
  readonly place: string
  readonly chain: Chain
}

export function preparedAppend({
  session,
  expectedSeq,
  events,
  row,
  space,
  fold,
  place,
  chain,
}: Given): PostgresAppend {
  const before = chainText(chain)
  const rows = encode(events, chain)
  return {
    session,
    expectedSeq,
    seq: expectedSeq + events.length,
    token: appendToken(events),
    before,
    chain: chainText(chain),
    row,
    rows,
    name: changesName(events) ? vectorOf(`${row.title}\n${row.goal}`) : null,
    space,
    fold,
    place,
    settlement: settlementOf(expectedSeq, events),
    namings: namingsIn(expectedSeq, events),
  }
}

/** The notification channel for changes. */
export const CHANNEL = 'convene_log'

/** Additional columns that lists filter and sort by. */
const columns = {
  phase: 'text',
  team: 'text',
  workspace: 'text',
  title: 'text',
  tags: 'text',
  asks: 'bigint',
  cost_usd: 'double precision',
  tokens: 'bigint',
  pinned: 'boolean',
  position: 'double precision',
  created_at: 'bigint',
  updated_at: 'bigint',
  wake_at: 'bigint',
  moves: 'boolean',
} as const

type Columns = { readonly [name in keyof typeof columns]: string | number | boolean | null }

const valuesOf = (row: SessionRow): Columns => ({
  phase: withoutNul(row.phase),
  team: withoutNul(row.team),
  workspace: withoutNul(row.workspace),
  title: withoutNul(asciiLower(row.title)),
  tags: row.tags.map((tag) => withoutNul(tag).replaceAll(SEPARATOR, '')).join(SEPARATOR),
  asks: row.asks,
  cost_usd: row.costUsd,
  tokens: row.tokens,
  pinned: row.pinned,
  position: row.order,
  created_at: row.createdAt,
  updated_at: row.updatedAt,
  wake_at: row.wakeAt,
  moves: row.moves,
})

/** The driver would flatten an array of arrays. */
const SEPARATOR = '\u0001'
const TAGS = `string_to_array(tags, E'\\x01') AS tags`

/** Postgres text has no NUL. */
export const withoutNul = (text: string): string => text.replaceAll('\0', '')

/** SQLite's order of titles. */
const asciiLower = (text: string): string => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())

const names = Object.keys(columns)
const given = [
  'session',
  'expected',
  'seq',
  'token',
  'before',
  'chain',
  'name',
  'data',
  'space',
  'fold',
  'place',
  ...names,
]
const kinds = [
  'text',
  'bigint',
  'bigint',
  'text',
  'text',
  'text',
  'text',
  'text',
  'text',
  'integer',
  'text',
  ...Object.values(columns),
]
const ofRows = given.length + 1

/**
 * Stores a group of appends in one statement, and therefore in one commit. Each is stored whole, or not at all if its
 * session is not where it was expected. Rows are locked in order, so two groups with the same sessions cannot deadlock.
 */
const text = `
  WITH given AS (
    SELECT ${given.map((name) => (name === 'tags' ? TAGS : name)).join(', ')}
    FROM unnest(${kinds.map((kind, index) => `$${index + 1}::${kind}[]`).join(', ')}) AS g (${given.join(', ')})
  ), here AS MATERIALIZED (
    SELECT s.id FROM sessions s JOIN given g ON g.session = s.id AND g.expected = s.seq AND g.before = s.chain WHERE g.expected > 0
    ORDER BY s.id FOR UPDATE OF s
  ), changed AS (
    UPDATE sessions s SET (seq, chain, data, fold, ${names.join(', ')}) = (g.seq, g.chain, g.data, greatest(s.fold, g.fold), ${names.map((name) => `g.${name}`).join(', ')})
    FROM given g JOIN here ON here.id = g.session WHERE s.id = g.session AND s.seq = g.expected RETURNING s.id
  ), created AS (
    INSERT INTO sessions (id, seq, chain, data, space, fold, place, ${names.join(', ')})
    SELECT session, seq, chain, data, space, fold, place, ${names.join(', ')} FROM given WHERE expected = 0 ORDER BY session
    ON CONFLICT (id) DO NOTHING RETURNING id
  ), done AS (
    SELECT id FROM changed UNION ALL SELECT id FROM created
  ), logged AS (
    INSERT INTO appends (session, batch, seq, token, decides, data, link)
    SELECT a.session, a.batch, a.seq, g.token, a.decides, a.data, a.link
    FROM unnest($${ofRows}::text[], $${ofRows + 1}::bigint[], $${ofRows + 2}::bigint[], $${ofRows + 3}::boolean[], $${ofRows + 5}::text[], $${ofRows + 6}::text[])
      AS a (session, batch, seq, decides, data, link)
    JOIN done ON done.id = a.session JOIN given g ON g.session = a.session
  ), found AS (
    INSERT INTO words (session, batch, seq, words)
    SELECT a.session, a.batch, a.seq, a.words::tsvector
    FROM unnest($${ofRows}::text[], $${ofRows + 1}::bigint[], $${ofRows + 2}::bigint[], $${ofRows + 4}::text[])
      AS a (session, batch, seq, words)
    JOIN done ON done.id = a.session WHERE a.words IS NOT NULL
  ), named AS (
    INSERT INTO names (session, created_at, words)
    SELECT session, created_at, name::tsvector FROM given JOIN done ON done.id = session WHERE name IS NOT NULL
    ON CONFLICT (session) DO UPDATE SET words = excluded.words
  )
  SELECT id, pg_notify('${CHANNEL}', $${ofRows + 7}::text || ' ' || id) FROM done`

/** `writer` is named in the notification, so it does not wake itself. */
export function appendStatement(writer: string, group: readonly PostgresAppend[]): Statement {
  const rows = group.flatMap((append) => append.rows.map((row) => ({ session: append.session, ...row })))
  const values = group.map(({ row }) => valuesOf(row))
  return {
    name: 'append',
    text,
    values: [
      group.map(({ session }) => session),
      group.map(({ expectedSeq }) => expectedSeq),
      group.map(({ seq }) => seq),
      group.map(({ token }) => token),
      group.map(({ before }) => before),
      group.map(({ chain }) => chain),
      group.map(({ name }) => name),
      group.map(({ row }) => JSON.stringify(row)),
      group.map(({ space }) => space),
      group.map(({ fold }) => fold),
      group.map(({ place }) => place),
      ...(names as (keyof Columns)[]).map((name) => values.map((row) => row[name])),
      rows.map(({ session }) => session),
      rows.map(({ batch }) => batch),
      rows.map(({ seq }) => seq),
      rows.map(({ decides }) => decides),
      rows.map(({ words }) => words),
      rows.map(({ data }) => data),
      rows.map(({ link }) => link),
      writer,
    ],
  }
}

/** Which of these appends are in the log: those whose last event carries their token. */
export async function arrived(
  { run }: DatabaseConnection,
  group: readonly PostgresAppend[],
): Promise<ReadonlySet<string>> {
  const found = await run<{ token: string }>({
    text: `SELECT a.token FROM appends a JOIN unnest($1::text[], $2::bigint[], $3::text[]) AS g (session, seq, token)
      ON a.session = g.session AND a.seq = g.seq AND a.token = g.token`,
    values: [group.map(({ session }) => session), group.map(({ seq }) => seq), group.map(({ token }) => token)],
  })
  return new Set(found.map(({ token }) => token))
}

import { accountsTables, ofSession, ofSpace, reservationTables, secured, spaceKeyTables } from './accounts-tables.ts'
import { cloneTables, presenceTables } from './presence-tables.ts'

/**
 * A step of the database's format. Steps only add, so servers that are already running keep working. An older server
 * refuses to start on the result. A released step never changes.
 */
export type Migration = { readonly format: number; readonly statements: readonly string[] }

/**
 * `appends` is the log: a row per append, with its events as JSON. It is `text`, because `jsonb` refuses NUL and half
 * surrogates, which JSON escapes. Everything else can be derived from it.
 *
 * An append changes one row of `sessions` and its few indexes. The words of titles and goals seldom change and have
 * costly indexes, so they are in `names`, and those of messages in `words`. Neither table is secured: Postgres would not
 * use a text index in a secured table, because the search operator could leak hidden rows. Both name sessions, which are
 * secured.
 *
 * There is one snapshot per version, so servers of two versions do not keep re-folding a long session in turn.
 */
const logTables: readonly string[] = [
  `CREATE TABLE appends (
    session text COLLATE "C" NOT NULL,
    batch bigint NOT NULL,
    seq bigint NOT NULL,
    token text COLLATE "C" NOT NULL,
    decides boolean NOT NULL,
    data text NOT NULL,
    link text COLLATE "C" NOT NULL,
    PRIMARY KEY (session, seq)
  )`,
  'CREATE INDEX appends_decides ON appends (session, seq) WHERE decides',
  `CREATE TABLE sessions (
    id text COLLATE "C" PRIMARY KEY,
    seq bigint NOT NULL,
    chain text COLLATE "C" NOT NULL,
    data text NOT NULL,
    phase text COLLATE "C" NOT NULL,
    team text COLLATE "C" NOT NULL,
    workspace text COLLATE "C" NOT NULL,
    title text COLLATE "C" NOT NULL,
    tags text[] NOT NULL,
    asks bigint NOT NULL,
    cost_usd double precision,
    tokens bigint NOT NULL,
    pinned boolean NOT NULL,
    position double precision,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    wake_at bigint,
    moves boolean NOT NULL,
    space text COLLATE "C" NOT NULL DEFAULT 'main',
    fold integer NOT NULL DEFAULT 0,
    place text COLLATE "C" NOT NULL DEFAULT ''
  ) WITH (fillfactor = 70)`,
  'CREATE INDEX sessions_changed ON sessions (pinned, updated_at, id)',
  'CREATE INDEX sessions_of_space ON sessions (space, pinned, updated_at, id)',
  // Without it, a page sorted by title would read and sort 100,000 sessions.
  'CREATE INDEX sessions_title ON sessions (pinned DESC, title, updated_at DESC, id DESC)',
  'CREATE INDEX sessions_wake_at ON sessions (wake_at) WHERE wake_at IS NOT NULL',
  'CREATE TABLE names (session text COLLATE "C" PRIMARY KEY, created_at bigint NOT NULL, words tsvector NOT NULL)',
  'CREATE INDEX names_words ON names USING gin (words)',
  `CREATE TABLE words (
    session text COLLATE "C" NOT NULL,
    batch bigint NOT NULL,
    seq bigint NOT NULL,
    words tsvector NOT NULL,
    PRIMARY KEY (session, seq)
  )`,
  'CREATE INDEX words_words ON words USING gin (words)',
  `CREATE TABLE snapshots (
    session text COLLATE "C" NOT NULL,
    version text NOT NULL,
    seq bigint NOT NULL,
    state text NOT NULL,
    PRIMARY KEY (session, version)
  )`,
  'CREATE TABLE decisions (session text COLLATE "C" PRIMARY KEY, seq bigint NOT NULL, data text NOT NULL)',
  ...secured('sessions', ofSpace('space')),
  ...['appends', 'snapshots', 'decisions'].flatMap((table) => secured(table, ofSession)),
]

/**
 * Session data outside the log. `blobs` has the bytes of images, attached files and long outputs, or says that they are
 * in the object store (`bytes` is null). `outputs` names a session's long outputs. `trash` has deleted sessions.
 * `webhook_*` is what all servers together have sent and accepted, and which of them posts to a URL.
 */
const besideTheLog: readonly string[] = [
  `CREATE TABLE blobs (
    place text COLLATE "C" NOT NULL,
    hash text COLLATE "C" NOT NULL,
    put_at bigint NOT NULL,
    size bigint NOT NULL,
    stored boolean NOT NULL,
    bytes bytea,
    PRIMARY KEY (place, hash)
  )`,
  // Images and compressed texts: compressing them again would only cost time.
  'ALTER TABLE blobs ALTER COLUMN bytes SET STORAGE EXTERNAL',
  'CREATE INDEX blobs_outside ON blobs (place) WHERE bytes IS NULL',
  `CREATE TABLE outputs (
    session text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL,
    hash text COLLATE "C" NOT NULL,
    PRIMARY KEY (session, name)
  )`,
  `CREATE TABLE trash (
    name text COLLATE "C" PRIMARY KEY,
    put_at bigint NOT NULL,
    title text,
    bytes bytea NOT NULL,
    space text COLLATE "C" NOT NULL DEFAULT 'main'
  )`,
  'ALTER TABLE trash ALTER COLUMN bytes SET STORAGE EXTERNAL',
  'CREATE INDEX trash_put_at ON trash (put_at)',
  ...secured('trash', ofSpace('space')),
  'CREATE TABLE webhook_urls (url text COLLATE "C" PRIMARY KEY)',
  `CREATE TABLE webhook_places (
    url text COLLATE "C" NOT NULL,
    session text COLLATE "C" NOT NULL,
    seq bigint NOT NULL,
    PRIMARY KEY (url, session)
  )`,
  `CREATE TABLE webhook_signatures (
    number bigint GENERATED ALWAYS AS IDENTITY,
    signature text COLLATE "C" PRIMARY KEY
  )`,
  'CREATE INDEX webhook_signatures_number ON webhook_signatures (number)',
  'CREATE TABLE webhook_senders (url text COLLATE "C" PRIMARY KEY, sender text NOT NULL, until timestamptz NOT NULL)',
]

/**
 * `workers` are the processes that share the database. `server_key` proves to one of them that a call comes from
 * another: anyone who can read it can read the sessions anyway.
 */
const serverTables: readonly string[] = [
  `CREATE TABLE workers (
    id text COLLATE "C" PRIMARY KEY,
    host text NOT NULL,
    address text,
    version text NOT NULL,
    fold integer NOT NULL,
    seen timestamptz NOT NULL,
    works boolean NOT NULL DEFAULT true
  )`,
  'CREATE TABLE server_key (key text NOT NULL)',
  'INSERT INTO server_key VALUES (gen_random_uuid()::text || gen_random_uuid()::text)',
]

/** In order. The last one is the format of this program. */
export const migrations: readonly Migration[] = [
  {
    format: 1,
    statements: [
      ...logTables,
      ...besideTheLog,
      ...accountsTables,
      ...serverTables,
      ...reservationTables,
      ...spaceKeyTables,
      ...presenceTables,
      ...cloneTables,
    ],
  },
]

/** The newest of these formats. */
export const newestFormat = (path: readonly Migration[]): number => path.at(-1)?.format ?? 0

export const FORMAT = newestFormat(migrations)

import { ofSession, ofSpace, secured } from './accounts-tables.ts'

/**
 * What servers and people know of each other. `circuits` and `watching` cover the last minute, so they are not in the
 * write-ahead log: after a crash they are empty.
 */
export const presenceTables: readonly string[] = [
  `CREATE UNLOGGED TABLE circuits (
    provider text COLLATE "C" NOT NULL,
    space text COLLATE "C" NOT NULL,
    failures integer NOT NULL,
    until timestamptz NOT NULL,
    PRIMARY KEY (provider, space)
  )`,
  `CREATE UNLOGGED TABLE watching (
    session text COLLATE "C" NOT NULL,
    person text COLLATE "C" NOT NULL,
    name text NOT NULL,
    seen_at bigint NOT NULL,
    PRIMARY KEY (session, person)
  )`,
  `CREATE TABLE mentions (
    space text COLLATE "C" NOT NULL,
    person text COLLATE "C" NOT NULL,
    session text COLLATE "C" NOT NULL,
    seq bigint NOT NULL,
    by_id text COLLATE "C" NOT NULL,
    by_name text NOT NULL,
    text text NOT NULL,
    at bigint NOT NULL,
    PRIMARY KEY (session, seq, person)
  )`,
  'CREATE INDEX mentions_person ON mentions (space, person, at)',
  ...secured('watching', ofSession),
  ...secured('mentions', ofSpace('space')),
]

/**
 * What sessions have changed in repository clones, packed by git. A worker that takes over a session starts with it.
 */
export const cloneTables: readonly string[] = [
  `CREATE TABLE clones (
    session text COLLATE "C" PRIMARY KEY,
    mark text COLLATE "C" NOT NULL,
    put_at bigint NOT NULL,
    bytes bytea NOT NULL
  )`,
  'ALTER TABLE clones ALTER COLUMN bytes SET STORAGE EXTERNAL',
  ...secured('clones', ofSession),
]

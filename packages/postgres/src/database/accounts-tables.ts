/**
 * The rows of one space. A transaction sees the rows of the space it set, or all if it set `*`. If nothing is set, it
 * sees none. `(SELECT …)` makes Postgres read the setting once per statement, not once per row.
 */
export const ofSpace = (space: string): string =>
  `(SELECT current_setting('convene.space', true)) = '*' OR ${space} = (SELECT current_setting('convene.space', true))`

/** Row-level security, even for the table's owner. */
export const secured = (table: string, condition: string): readonly string[] => [
  `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY of_space ON ${table} USING (${condition})`,
]

/**
 * People and spaces. Only hashes of tokens and logins are stored. `people`, `spaces`, `logins` and `one_time` belong to
 * no single space: they are read before the space is known. Money is in millionths of a dollar.
 */
export const accountsTables: readonly string[] = [
  `CREATE TABLE people (
    id text COLLATE "C" PRIMARY KEY,
    name text NOT NULL,
    email text,
    issuer text COLLATE "C",
    subject text COLLATE "C",
    created_at bigint NOT NULL,
    UNIQUE (issuer, subject)
  )`,
  `CREATE TABLE spaces (
    id text COLLATE "C" PRIMARY KEY CHECK (id ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
    name text NOT NULL,
    four_eyes boolean NOT NULL DEFAULT false,
    limit_micros bigint,
    created_at bigint NOT NULL
  )`,
  `INSERT INTO spaces (id, name, created_at) VALUES ('main', 'Main', (extract(epoch FROM now()) * 1000)::bigint)`,
  `CREATE TABLE members (
    space text COLLATE "C" NOT NULL REFERENCES spaces,
    person text COLLATE "C" NOT NULL REFERENCES people,
    role text COLLATE "C" NOT NULL CHECK (role IN ('viewer', 'member', 'approver', 'admin')),
    from_groups boolean NOT NULL,
    PRIMARY KEY (space, person)
  )`,
  'CREATE INDEX members_person ON members (person)',
  `CREATE TABLE tokens (
    id text COLLATE "C" PRIMARY KEY,
    hash text COLLATE "C" NOT NULL UNIQUE,
    person text COLLATE "C" NOT NULL REFERENCES people,
    space text COLLATE "C" NOT NULL REFERENCES spaces,
    name text NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint,
    used_at bigint,
    revoked_at bigint
  )`,
  'CREATE INDEX tokens_person ON tokens (person)',
  `CREATE TABLE logins (
    hash text COLLATE "C" PRIMARY KEY,
    person text COLLATE "C" NOT NULL REFERENCES people,
    space text COLLATE "C" NOT NULL REFERENCES spaces,
    seen_at bigint NOT NULL,
    expires_at bigint NOT NULL
  )`,
  `CREATE TABLE one_time (
    hash text COLLATE "C" PRIMARY KEY,
    purpose text COLLATE "C" NOT NULL,
    data text NOT NULL,
    expires_at bigint NOT NULL
  )`,
  `CREATE TABLE budgets (
    space text COLLATE "C" NOT NULL REFERENCES spaces,
    month text COLLATE "C" NOT NULL,
    spent bigint NOT NULL DEFAULT 0,
    reserved bigint NOT NULL DEFAULT 0 CHECK (reserved >= 0),
    PRIMARY KEY (space, month)
  )`,
  `CREATE TABLE audit (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at bigint NOT NULL,
    space text COLLATE "C",
    person text COLLATE "C" NOT NULL,
    person_name text NOT NULL,
    action text COLLATE "C" NOT NULL,
    target text NOT NULL,
    details text NOT NULL
  )`,
  'CREATE INDEX audit_space ON audit (space, id)',
  `CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'The table % is append-only.', TG_TABLE_NAME USING ERRCODE = 'CV001'; END $$`,
  'CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()',
  ...['members', 'tokens', 'budgets', 'audit'].flatMap((table) => secured(table, ofSpace('space'))),
  `ALTER TABLE sessions ADD COLUMN space text COLLATE "C" NOT NULL DEFAULT 'main'`,
]

/** The rows of one space's sessions. */
export const ofSession = `(SELECT current_setting('convene.space', true)) = '*' OR EXISTS (SELECT FROM sessions s WHERE s.id = session)`

/**
 * Row-level security for sessions. The words of messages move to their own table, and neither they nor `names` are
 * secured: Postgres would not use a text index in a secured table, because the search operator could leak hidden rows.
 * Both tables name sessions, which are secured.
 *
 * Servers of an older version see nothing after this. They have to be stopped first.
 */
export const securedSessions: readonly string[] = [
  `CREATE TABLE words (
    session text COLLATE "C" NOT NULL,
    batch bigint NOT NULL,
    seq bigint NOT NULL,
    words tsvector NOT NULL,
    PRIMARY KEY (session, seq)
  )`,
  'INSERT INTO words SELECT session, batch, seq, words FROM appends WHERE words IS NOT NULL',
  'CREATE INDEX words_words ON words USING gin (words)',
  'ALTER TABLE appends DROP COLUMN words',
  'CREATE INDEX sessions_of_space ON sessions (space, pinned, updated_at, id)',
  ...secured('sessions', ofSpace('space')),
  ...['appends', 'snapshots', 'decisions'].flatMap((table) => secured(table, ofSession)),
]

/** Money that calls in progress may cost. The end of a call in the log removes its row, in the same transaction. */
export const reservationTables: readonly string[] = [
  `CREATE TABLE reservations (
    session text COLLATE "C" NOT NULL,
    effect text COLLATE "C" NOT NULL,
    space text COLLATE "C" NOT NULL,
    month text COLLATE "C" NOT NULL,
    micros bigint NOT NULL CHECK (micros >= 0),
    PRIMARY KEY (session, effect)
  )`,
  ...secured('reservations', ofSpace('space')),
]

/** Provider keys, encrypted. */
export const spaceKeyTables: readonly string[] = [
  `CREATE TABLE space_keys (
    space text COLLATE "C" NOT NULL REFERENCES spaces,
    variable text COLLATE "C" NOT NULL,
    sealed text NOT NULL,
    created_at bigint NOT NULL,
    PRIMARY KEY (space, variable)
  )`,
  ...secured('space_keys', ofSpace('space')),
]

/** Members that an admin added. They never log in. */
export const programColumn: readonly string[] = [
  'ALTER TABLE people ADD COLUMN program boolean NOT NULL DEFAULT false',
  `UPDATE people p SET program = true WHERE issuer IS NULL
    AND EXISTS (SELECT FROM audit a WHERE a.action = 'person.created' AND a.target = p.id AND a.person <> p.id)`,
]

/** What a token is for. */
export const tokenUseColumn: readonly string[] = [
  `ALTER TABLE tokens ADD COLUMN use text COLLATE "C" NOT NULL DEFAULT 'everything' CHECK (use IN ('everything', 'programs'))`,
]

/** A role from groups ends unless its owner logs in again. Existing ones end in 30 days. */
export const untilColumn: readonly string[] = [
  'ALTER TABLE members ADD COLUMN until bigint',
  `UPDATE members SET until = (extract(epoch FROM now()) * 1000)::bigint + 2592000000 WHERE from_groups`,
]

/** Deleted sessions belong to the space they were in. */
export const securedTrash: readonly string[] = [
  `ALTER TABLE trash ADD COLUMN space text COLLATE "C" NOT NULL DEFAULT 'main'`,
  ...secured('trash', ofSpace('space')),
]

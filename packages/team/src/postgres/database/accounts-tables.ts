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
 *
 * A `program` is a member that an admin added and that never logs in. A role from groups ends at `until` unless its owner
 * logs in again. `use` says what a token is for.
 */
export const accountsTables: readonly string[] = [
  `CREATE TABLE people (
    id text COLLATE "C" PRIMARY KEY,
    name text NOT NULL,
    email text,
    issuer text COLLATE "C",
    subject text COLLATE "C",
    created_at bigint NOT NULL,
    program boolean NOT NULL DEFAULT false,
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
    until bigint,
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
    revoked_at bigint,
    use text COLLATE "C" NOT NULL DEFAULT 'everything' CHECK (use IN ('everything', 'programs'))
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
]

/** The rows of one space's sessions. */
export const ofSession = `(SELECT current_setting('convene.space', true)) = '*' OR EXISTS (SELECT FROM sessions s WHERE s.id = session)`

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

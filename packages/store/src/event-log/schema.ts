/**
 * The log itself: append-only, and sufficient to rebuild everything derived. A row has the events of one append, from
 * number `batch` to `seq`, as JSON, compressed if it is long. It is read completely or not at all, like the append.
 *
 * `id` is the order in which all sessions were written. With it as the row's key, a commit touches the end of the table
 * and one index. Keyed by (session, seq) alone, each session in a group commit would have its own page to write. Every
 * row names its session, because a damaged file is salvaged row by row.
 *
 * `link` is the hash chain after the row's last event. It says what the session's history is, however that is stored,
 * and needs all earlier events. `sum` says whether this row is still the bytes that were written, and needs only them.
 */
const appends = `
  CREATE TABLE appends (
    id INTEGER PRIMARY KEY,
    session TEXT NOT NULL,
    batch INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    findable INTEGER NOT NULL,
    data ANY NOT NULL,
    link TEXT NOT NULL,
    sum INTEGER NOT NULL,
    UNIQUE (session, seq)
  ) STRICT;
`

export const truth = `${appends}
  CREATE TABLE texts (hash TEXT PRIMARY KEY, text TEXT NOT NULL) STRICT;
  CREATE TABLE quarantine (
    session TEXT NOT NULL,
    seq INTEGER NOT NULL,
    reason TEXT NOT NULL,
    row TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (session, seq)
  ) STRICT;
  CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
`

/** Tables that can be dropped and rebuilt from the events. */
export const derivedTables = ['sessions', 'search', 'text_uses', 'snapshots', 'decisions'] as const

/**
 * `search` stores words, not texts. Its row ids are the ids of appends with messages, or minus `sessions.number` for a
 * session's title and goal. `sessions.chain` is the newest link and the session's salt. Lists sort `sessions` without an index: one by time would be rewritten at every append.
 */
export const derived = `
  CREATE TABLE IF NOT EXISTS sessions (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    seq INTEGER NOT NULL,
    damaged INTEGER,
    chain TEXT NOT NULL,
    title TEXT NOT NULL,
    goal TEXT NOT NULL,
    workspace TEXT NOT NULL,
    mode TEXT NOT NULL,
    team TEXT NOT NULL,
    phase TEXT NOT NULL,
    reason TEXT NOT NULL,
    asks INTEGER NOT NULL,
    cost_usd REAL,
    tokens INTEGER NOT NULL,
    pinned INTEGER NOT NULL,
    tags TEXT NOT NULL,
    position REAL,
    messages INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    wake_at INTEGER,
    summary TEXT NOT NULL,
    moves INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS sessions_wake_at ON sessions (wake_at) WHERE wake_at IS NOT NULL;
  CREATE TABLE IF NOT EXISTS text_uses (
    session TEXT NOT NULL,
    hash TEXT NOT NULL REFERENCES texts (hash),
    PRIMARY KEY (session, hash)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS text_uses_hash ON text_uses (hash);
  CREATE TABLE IF NOT EXISTS snapshots (
    session TEXT PRIMARY KEY,
    version TEXT NOT NULL,
    seq INTEGER NOT NULL,
    state ANY NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS decisions (
    id INTEGER PRIMARY KEY,
    session TEXT NOT NULL,
    at INTEGER NOT NULL,
    decision TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS decisions_session ON decisions (session);
  CREATE VIRTUAL TABLE IF NOT EXISTS search USING fts5 (
    text, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2'
  );
`

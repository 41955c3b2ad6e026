/**
 * What the log is: append-only, and enough to make everything derived again.
 *
 * `id` is the order in which all sessions were written. With it as the row's key a commit touches the end of the table and
 * one index; keyed by (session, seq) alone, every session of a group commit has a page of its own to write.
 * `large` says where strings were taken out of `data`, and under which hash they lie in `texts`.
 */
export const truth = `
  CREATE TABLE events (
    id INTEGER PRIMARY KEY,
    session TEXT NOT NULL,
    seq INTEGER NOT NULL,
    batch INTEGER NOT NULL,
    run TEXT,
    task TEXT,
    agent TEXT,
    parent TEXT,
    message TEXT,
    type TEXT NOT NULL,
    v INTEGER NOT NULL,
    at INTEGER NOT NULL,
    data TEXT NOT NULL,
    large TEXT,
    UNIQUE (session, seq)
  ) STRICT;
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

/** Events with words that people search for. A query must say it in these very words, or it reads every event. */
export const findable = `type IN ('message', 'session.created', 'session.updated')`

/**
 * Every index is written at each append, so each finds its answer through the few rows that name it: a run by its start, a
 * task and an agent by what was assigned. Every event in every index cost 25 µs of CPU in a group commit, instead of 10.
 * Without `events_findable` the search for words reads the whole log, without `events_type` questions over all sessions do
 * ("errors since Monday"); with every type in them, a commit wrote a page for each type it held.
 * Time needs none of its own: ids were given in its order, and every index ends in the id.
 */
export const indexes = `
  CREATE INDEX events_findable ON events (id) WHERE ${findable};
  CREATE INDEX events_type ON events (type)
    WHERE type IN ('run.started', 'run.finished', 'artifact', 'permission.asked', 'warning', 'error');
  CREATE INDEX events_run ON events (run) WHERE type = 'run.started';
  CREATE INDEX events_task ON events (task) WHERE type = 'task.assigned';
  CREATE INDEX events_agent ON events (agent) WHERE type = 'task.assigned';
`

/** What can be dropped and made again from the events. */
export const derivedTables = ['sessions', 'search', 'text_uses', 'snapshots'] as const

/**
 * `search` keeps words, not texts: its row ids are those of the events of messages, and minus `sessions.number` for a
 * session's title and goal. Lists sort `sessions` without an index: one by time would be rewritten at every append.
 */
export const derived = `
  CREATE TABLE IF NOT EXISTS sessions (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    seq INTEGER NOT NULL,
    damaged INTEGER,
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
    summary TEXT NOT NULL DEFAULT ''
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
    state TEXT NOT NULL
  ) STRICT;
  CREATE VIRTUAL TABLE IF NOT EXISTS search USING fts5 (
    text, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2'
  );
`

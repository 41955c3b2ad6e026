import type { SessionId } from '@convene/domain'
import type { EventLog, Ring } from '@convene/engine'
import type { Database } from './database.ts'
import { storageFailure } from './storage-failure.ts'

/** Another process's append is seen within 200 ms: one poll, plus slack for a busy event loop. */
const pollMs = 100

/** What a poll has seen: the version of the file, its last append, and how often sessions were rewritten. */
type Seen = { readonly version: unknown; readonly last: number; readonly rewritten: number }

/** Rows of this process, by session: they do not ring. */
type Own = { readonly rows: Map<SessionId, number>; last: number }

export type Changes = {
  readonly watch: EventLog['watch']
  /** This process has appended rows, the last of them with this id. */
  appended(session: SessionId, rows: number, last: number): void
  /** This process has removed or rewritten sessions. */
  rewritten(): void
  stop(): void
}

/**
 * Notifies all watchers when another connection has appended, and says to which sessions. Polls SQLite only while there
 * are watchers, and looks for names only after a change.
 */
export function watchChanges(database: Database): Changes {
  const rings = new Set<{ readonly ring: Ring; readonly own: boolean }>()
  const own: Own = { rows: new Map(), last: 0 }
  let timer: NodeJS.Timeout | undefined
  let seen: Seen | undefined

  function poll(): void {
    const now = withoutFailure(() => look(database, seen, own))
    if (!now) return
    own.rows.clear()
    seen = now.seen
    if (now.which?.size !== 0) for (const { ring } of rings) ring(now.which)
  }

  function stop(): void {
    clearInterval(timer)
    timer = undefined
  }

  const watch: EventLog['watch'] = (ring, { own: isOwn = false } = {}) => {
    const entry = { ring, own: isOwn }
    rings.add(entry)
    if (!timer) {
      seen = withoutFailure(() => placeOf(database))
      own.rows.clear()
      timer = setInterval(poll, pollMs).unref()
    }
    return () => {
      rings.delete(entry)
      if (rings.size === 0) stop()
    }
  }

  const ringOwn = (which?: ReadonlySet<SessionId>): void => {
    for (const entry of rings) if (entry.own) entry.ring(which)
  }

  const appended = (session: SessionId, rows: number, last: number): void => {
    if (!timer) return
    own.rows.set(session, (own.rows.get(session) ?? 0) + rows)
    own.last = last
    ringOwn(new Set([session]))
  }

  return { watch, appended, rewritten: () => ringOwn(), stop }
}

/** The current position, and which sessions others changed. Undefined means any. */
function look(
  database: Database,
  before: Seen | undefined,
  own: Own,
): { readonly seen: Seen; readonly which?: ReadonlySet<SessionId> | undefined } {
  const version = versionOf(database)
  // Nobody else has written, so all new rows are this process's own.
  if (before && version === before.version)
    return { seen: { ...before, last: own.rows.size > 0 ? own.last : before.last }, which: new Set() }
  const seen = placeOf(database)
  if (!before || seen.rewritten !== before.rewritten || seen.last < before.last) return { seen, which: undefined }
  const rows = database.sql('SELECT session, count(*) AS rows FROM appends WHERE id > ? AND id <= ? GROUP BY session')
  const changed = rows.all(before.last, seen.last) as { session: SessionId; rows: number }[]
  return {
    seen,
    which: new Set(changed.flatMap((row) => (row.rows > (own.rows.get(row.session) ?? 0) ? [row.session] : []))),
  }
}

/** The version is read first: a commit in between changes it again. */
function placeOf(database: Database): Seen {
  const version = versionOf(database)
  const last = database.sql('SELECT max(id) AS last FROM appends').get()?.last
  const rewritten = database.sql(`SELECT value FROM meta WHERE key = 'rewritten'`).get()?.value
  return { version, last: Number(last ?? 0), rewritten: Number(rewritten ?? 0) }
}

const versionOf = (database: Database): unknown => database.sql('PRAGMA data_version').get()?.data_version

/** Call when sessions change without an append. Their ids may be reused, so a watcher has to check everything. */
export function noteRewritten(database: Database): void {
  const next = `INSERT INTO meta (key, value) VALUES ('rewritten', '1') ON CONFLICT (key) DO UPDATE SET value = CAST(value AS INTEGER) + 1`
  database.run(next)
}

/** An unreadable disk is reported by the next reader. A timer has no caller to report to. */
function withoutFailure<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if (!storageFailure(error)) throw error
    return undefined
  }
}

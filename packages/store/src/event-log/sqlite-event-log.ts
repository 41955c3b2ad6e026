import { setImmediate } from 'node:timers/promises'
import type { SessionId } from '@convene/domain'
import { type EventLog, refuseUnreadable, type Snapshot, StorageFailure } from '@convene/engine'
import { appendEvents, type WrittenAppend } from './append-events.ts'
import { storedLinks } from './chain-text.ts'
import { type ChainsReport, checkChains } from './check-chains.ts'
import { compressed, decompressed } from './compress.ts'
import type { Database } from './database.ts'
import { listDecisions } from './decision-rows.ts'
import { type GroupCommit, groupCommit } from './group-commit.ts'
import { noteDamage } from './health.ts'
import { openDatabase } from './open-database.ts'
import { quarantined } from './quarantine.ts'
import { readEvents, storedEvents } from './read-events.ts'
import { rebuild, recheck } from './rebuild.ts'
import { removeSession } from './remove-session.ts'
import { dueSessions, findSessions, listSessions } from './session-rows.ts'
import { RecentTexts } from './shared-texts.ts'
import { storageFailure } from './storage-failure.ts'
import { type Verification, verify } from './verify.ts'
import { type Changes, watchChanges } from './watch-changes.ts'
import { type WordIndex, wordIndex } from './word-index.ts'

/** A log in SQLite, with notices from opening its file. */
export type SqliteEventLog = EventLog & {
  /** For the user: a damaged file was set aside, or a migration left a backup. */
  readonly notices: readonly string[]
  /** How many damaged events were found and set aside. */
  quarantined(): number
  /**
   * Reads marked sessions again, such as those an older version did not understand. Returns how many are intact now.
   */
  recheck(also?: readonly SessionId[]): Promise<number>
  /** Checks every page, event and text. A damaged file is recovered the next time it is opened. */
  verify(): Promise<Verification>
  /** Computes the chain of every session again, and compares it with what was stored. */
  chains(): Promise<ChainsReport>
  /** Rebuilds every derived table from the events. */
  rebuild(): Promise<void>
  /** How many transactions were committed. */
  readonly commits: number
}

export type SqliteEventLogOptions = { readonly path: string; readonly now?: () => number }

/** Opens or creates the log, or recovers as much as possible. Throws a `StorageFailure` that says what to do. */
export function sqliteEventLog(options: SqliteEventLogOptions): SqliteEventLog {
  const now = options.now ?? Date.now
  const { database, notices } = openDatabase(options.path, now)
  return eventLogIn(database, { now, notices })
}

/** The log of an open database. Closing the log closes the database. */
export function eventLogIn(
  database: Database,
  { now, notices }: { readonly now: () => number; readonly notices: readonly string[] },
): SqliteEventLog {
  const group = groupCommit(database)
  const changes = watchChanges(database)
  const words = wordIndex(database, group)
  return {
    notices,
    quarantined: () => quarantined(database),
    async verify() {
      const found = noticingDamage(database, () => verify(database))
      if (found.pages !== '') noteDamage(database.path, new StorageFailure('damaged', found.pages))
      return found
    },
    chains: async () => noticingDamage(database, () => checkChains(database)),
    async recheck(also) {
      let whole = 0
      const apply = () => {
        whole = recheck(database, now, also)
      }
      await group.submit({ size: 0, apply })
      changes.rewritten()
      return whole
    },
    async rebuild() {
      await group.submit({ size: 0, apply: () => rebuild(database, now) })
      changes.rewritten()
    },
    get commits() {
      return group.commits
    },
    ...writes(database, group, { words, changes }),
    ...reads(database, now),
    async list(query) {
      if (query.query !== undefined) await words.update()
      return noticingDamage(database, () => listSessions(database, query))
    },
    watch: changes.watch,
    async close() {
      changes.stop()
      if (!database.connection.isOpen) return
      await words.update()
      await group.drained()
      if (database.connection.isOpen) database.connection.close()
    },
  }
}

function writes(
  database: Database,
  group: GroupCommit,
  { words, changes }: { readonly words: WordIndex; readonly changes: Changes },
): Pick<EventLog, 'append' | 'keep' | 'remove'> {
  const texts = new RecentTexts()
  return {
    async append(session, expectedSeq, events, row) {
      refuseUnreadable(events)
      if (expectedSeq === 0) texts.forget(session)
      let known = texts.of(session)
      let written: WrittenAppend = { rows: 0, last: 0 }
      const apply = () => {
        // A failed group is applied again, and must not refer to text that was rolled back.
        known = texts.of(session)
        written = appendEvents(database, { session, expectedSeq, events, row, known })
      }
      await group.submit({ size: events.length, apply })
      texts.stored(session, known)
      changes.appended(session, written.rows, written.last)
      words.stored(events)
    },
    keep: (session, snapshot) => group.submit({ size: 1, apply: () => keepSnapshot(database, session, snapshot) }),
    async remove(session) {
      texts.forget(session)
      await group.submit({ size: 1, apply: () => removeSession(database, session) })
      changes.rewritten()
    },
  }
}

type Reads = Pick<EventLog, 'read' | 'stored' | 'links' | 'head' | 'snapshot' | 'find' | 'due' | 'decisions'>

function reads(database: Database, now: () => number): Reads {
  const answer = async <T>(work: () => T): Promise<T> => noticingDamage(database, work)
  return {
    read: async (session, after = 0, limit) => {
      const events = await answer(() => readEvents(database, session, { after, limit }, now))
      // SQLite answers at once, so reading part after part would let nothing else run.
      if (events.length === limit) await setImmediate()
      return events
    },
    stored: (session) => answer(() => storedEvents(database, session)),
    links: (session, from = 0) => answer(() => storedLinks(database, session, from)),
    head: (session) => answer(() => headOf(database, session)),
    snapshot: (session) => answer(() => snapshotOf(database, session)),
    find: (part) => answer(() => findSessions(database, part)),
    due: (at) => answer(() => dueSessions(database, at)),
    decisions: () => answer(() => listDecisions(database)),
  }
}

function noticingDamage<T>(database: Database, work: () => T): T {
  try {
    return work()
  } catch (error) {
    const failure = storageFailure(error)
    noteDamage(database.path, failure)
    throw failure ?? error
  }
}

function headOf(database: Database, session: SessionId): number {
  return (database.sql('SELECT seq FROM sessions WHERE id = ?').get(session)?.seq as number | undefined) ?? 0
}

function keepSnapshot(database: Database, session: SessionId, { version, seq, state }: Snapshot): void {
  const keep = `INSERT OR REPLACE INTO snapshots (session, version, seq, state) SELECT id, ?, ?, ? FROM sessions WHERE id = ?`
  database.run(keep, version, seq, compressed(JSON.stringify(state)), session)
}

function snapshotOf(database: Database, session: SessionId): Snapshot | undefined {
  const row = database.sql('SELECT version, seq, state FROM snapshots WHERE session = ?').get(session)
  if (!row) return undefined
  return {
    version: row.version as string,
    seq: row.seq as number,
    state: JSON.parse(decompressed(row.state as string | Uint8Array)),
  }
}

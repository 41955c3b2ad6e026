import { rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { SessionId } from '@convene/domain'
import type { ProcessMark } from '@convene/engine'
import { createPrivately } from '@convene/platform'
import { type Database, database } from '../event-log/database.ts'
import { storageFailure, withStorageFailures } from '../event-log/storage-failure.ts'

/** The process that holds a session, and its last heartbeat. */
export type SessionHolder = ProcessMark & { readonly holder: string; readonly beat: number }

export type Holder = ProcessMark & { readonly holder: string }

export type Owners = {
  ownerOf(session: SessionId): SessionHolder | undefined
  /**
   * Makes `self` the owner if there is none, or if `mayTake` accepts the current one. Otherwise returns the current
   * owner. Atomic across processes.
   */
  take(session: SessionId, self: SessionHolder, mayTake: (owner: SessionHolder) => boolean): 'taken' | SessionHolder
  release(session: SessionId, holder: string): void
  /** Records a heartbeat: one row, however many sessions it holds. Never throws, since the next beat follows soon. */
  beat(self: Holder, at: number): void
  close(): void
}

const schema = `
  CREATE TABLE IF NOT EXISTS holders (
    holder TEXT PRIMARY KEY, pid INTEGER NOT NULL, started_at INTEGER NOT NULL, beat INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS owners (session TEXT PRIMARY KEY, holder TEXT NOT NULL) STRICT, WITHOUT ROWID;
`

/** A holder without sessions is irrelevant, and registers again with its next claim. */
const forgetIdle = 'DELETE FROM holders WHERE holder NOT IN (SELECT holder FROM owners);'

export function openOwners(path: string): Owners {
  const opened = withStorageFailures(() => open(path))
  return {
    ownerOf: (session) => withStorageFailures(() => ownerOf(opened, session)),
    take: (session, self, mayTake) => withStorageFailures(() => take(opened, { session, self, mayTake })),
    release: (session, holder) => {
      withStorageFailures(() => opened.run('DELETE FROM owners WHERE session = ? AND holder = ?', session, holder))
    },
    beat: (self, at) => beat(opened, self, at),
    close: () => opened.connection.close(),
  }
}

/** A damaged file is recreated: live processes will write everything in it again. */
function open(path: string): Database {
  try {
    return connect(path)
  } catch (error) {
    if (storageFailure(error)?.code !== 'damaged') throw error
    for (const part of ['', '-wal', '-shm']) rmSync(path + part, { force: true })
    return connect(path)
  }
}

function connect(path: string): Database {
  createPrivately(path)
  const connection = new DatabaseSync(path, { timeout: 5_000 })
  try {
    connection.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; ${schema} ${forgetIdle}`)
    return database(path, connection)
  } catch (error) {
    connection.close()
    throw error
  }
}

function ownerOf(opened: Database, session: SessionId): SessionHolder | undefined {
  const select = `SELECT holder, pid, started_at AS startedAt, beat FROM owners JOIN holders USING (holder) WHERE session = ?`
  return opened.sql(select).get(session) as SessionHolder | undefined
}

type Take = {
  readonly session: SessionId
  readonly self: SessionHolder
  readonly mayTake: (owner: SessionHolder) => boolean
}

/** Nearly every claim is for a session without an owner, by a process with a recent beat: one statement is enough. */
const takeFree = `
  INSERT INTO owners (session, holder) SELECT ?, holder FROM holders WHERE holder = ? AND beat BETWEEN ? AND ?
  ON CONFLICT DO NOTHING`

/** A beat counts for further claims this long. The claim starts the heartbeat, so the next beat follows in time. */
const freshMs = 2_000

function take(opened: Database, claim: Take): 'taken' | SessionHolder {
  const { session, self } = claim
  const isTaken = opened.change(takeFree, session, self.holder, self.beat - freshMs, self.beat) > 0
  return isTaken ? 'taken' : takeOver(opened, claim)
}

function takeOver(opened: Database, { session, self, mayTake }: Take): 'taken' | SessionHolder {
  opened.run('BEGIN IMMEDIATE')
  try {
    const owner = ownerOf(opened, session)
    const free = !owner || mayTake(owner)
    if (free) {
      upsertHolder(opened, self, self.beat)
      opened.run('INSERT OR REPLACE INTO owners (session, holder) VALUES (?, ?)', session, self.holder)
    }
    opened.run('COMMIT')
    return free ? 'taken' : owner
  } catch (error) {
    if (opened.connection.isTransaction) opened.run('ROLLBACK')
    throw error
  }
}

function beat(opened: Database, self: Holder, at: number): void {
  try {
    upsertHolder(opened, self, at)
  } catch (error) {
    if (!storageFailure(error)) throw error
  }
}

function upsertHolder(opened: Database, { holder, pid, startedAt }: Holder, at: number): void {
  const upsert = 'INSERT OR REPLACE INTO holders (holder, pid, started_at, beat) VALUES (?, ?, ?, ?)'
  opened.run(upsert, holder, pid, startedAt, at)
}

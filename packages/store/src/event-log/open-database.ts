import { rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { countText } from '@convene/domain'
import { StorageFailure } from '@convene/engine'
import { createPrivately } from '@convene/platform'
import { type Database, database } from './database.ts'
import { isEmptiedBesideLog, noticeEmptied } from './empty-database.ts'
import { type Examination, examinationFor, examine, refuseFileFormat } from './health.ts'
import { migrate, refuseFormat, storedFormat } from './migrate.ts'
import { isIncomplete, rebuild } from './rebuild.ts'
import { finishRecovery, recoverLog } from './recover.ts'
import { storageFailure, withStorageFailures } from './storage-failure.ts'
import { alteredAtOpen } from './verify.ts'

export type OpenedDatabase = { readonly database: Database; readonly notices: readonly string[] }

/** Opens, creates, migrates or recovers the database. `notices` are for the user. */
export function openDatabase(path: string, now: () => number): OpenedDatabase {
  return withStorageFailures(() => {
    refuseOldSqlite(process.versions.sqlite ?? '0')
    finishRecovery(path)
    const emptied = noticeEmptied(path)
    createPrivately(path)
    refuseFileFormat(path)
    const found = tryOpen(path, now, examinationFor(path))
    const opened = 'damage' in found ? openRecovered(path, found, now) : found
    return { ...opened, notices: [...(isRecovered(opened) ? [] : emptied), ...opened.notices] }
  })
}

/** What is wrong with a file, and the connection that found it, still open. */
type Damaged = { readonly damage: string; release(): void }

function tryOpen(path: string, now: () => number, examination: Examination): OpenedDatabase | Damaged {
  if (isEmptiedBesideLog(path)) return { damage: 'the file is empty', release: () => {} }
  const connection = new DatabaseSync(path, { timeout: openingMs })
  const release = () => connection.close()
  try {
    return openSound(database(path, connection), now, examination)
  } catch (error) {
    const failure = storageFailure(error)
    if (failure?.code === 'damaged') return { damage: failure.message, release }
    release()
    throw error
  }
}

/**
 * Opening may wait for another process that migrates. Later, a wait blocks the event loop this long at most, and is
 * retried.
 */
const openingMs = 60_000
const busyMs = 100

const pragmas = [
  'journal_mode = WAL',
  'synchronous = FULL',
  'foreign_keys = ON',
  'journal_size_limit = 67108864',
  'wal_autocheckpoint = 4000',
]

function openSound(opened: Database, now: () => number, examination: Examination): OpenedDatabase {
  for (const pragma of pragmas) opened.connection.exec(`PRAGMA ${pragma}`)
  const format = storedFormat(opened)
  refuseFormat(format)
  if (format.version > 0) examine(opened, examination)
  const migrated = migrate(opened, now)
  if (isIncomplete(opened)) rebuild(opened, now)
  const notices = [...migrated, ...aboutAltered(alteredAtOpen(opened))]
  opened.connection.exec(`PRAGMA busy_timeout = ${busyMs}`)
  return { database: opened, notices }
}

function aboutAltered(sessions: readonly string[]): readonly string[] {
  if (sessions.length === 0) return []
  return [
    `The database has damaged events, in ${countText(sessions.length, 'session')}: ${sessions.slice(0, MOST_NAMED).join(', ')}. Run \`convene doctor\` to set them aside. Everything else can be used.`,
  ]
}

const MOST_NAMED = 3

/** Recovery adds its own notice. */
const isRecovered = ({ notices }: OpenedDatabase): boolean => notices.some((text) => text.includes('was set aside'))

/** One process recovers at a time. The others wait and find a sound file. */
function openRecovered(path: string, first: Damaged, now: () => number): OpenedDatabase {
  const lock = new DatabaseSync(`${path}.lock`, { timeout: 600_000 })
  try {
    lock.exec('BEGIN EXCLUSIVE')
    const again = tryOpen(path, now, 'whole')
    if (!('damage' in again)) return again
    const notice = recoverLog(path, { reason: again.damage, now, release: again.release })
    const recovered = tryOpen(path, now, 'none')
    if ('damage' in recovered) throw new StorageFailure('damaged', recovered.damage)
    return { ...recovered, notices: [notice, ...recovered.notices] }
  } finally {
    first.release()
    rmSync(`${path}.lock`, { force: true })
    lock.close()
  }
}

/** Earlier versions could damage a database with a write-ahead log. */
const oldest = '3.51.3'

export function refuseOldSqlite(version: string): void {
  if (isAtLeast(version.split('.').map(Number), oldest.split('.').map(Number))) return
  const sentence = `SQLite ${version} can damage a database. Version ${oldest} or later is required. Update Node, which includes SQLite.`
  throw new StorageFailure('old_sqlite', sentence)
}

function isAtLeast(version: readonly number[], least: readonly number[]): boolean {
  const different = least.findIndex((part, index) => part !== version[index])
  return different === -1 || (version[different] ?? 0) > (least[different] ?? 0)
}

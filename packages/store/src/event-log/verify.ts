import { NewerEvent, type SessionId } from '@convene/domain'
import { type AppendRow, isIntact } from './append-row.ts'
import type { Database } from './database.ts'
import { textKey } from './large-texts.ts'
import { readUpTo } from './read-events.ts'

/** The result of checking every page, event and text of a database. */
export type Verification = {
  /** What is wrong with the file itself, or empty if every page is sound. */
  readonly pages: string
  /** Sessions with an altered event, or with fewer events than were written. */
  readonly damaged: readonly SessionId[]
  /** Sessions that have events but are not listed. */
  readonly unlisted: readonly SessionId[]
  /** Sessions that are intact, but contain something that this version does not understand. */
  readonly unknown: readonly SessionId[]
}

/** Reads the whole database: every page, every checksum, every hash. Changes nothing. */
export function verify(database: Database): Verification {
  const [first] = database.sql('PRAGMA integrity_check(1)').all()
  if (first?.integrity_check !== 'ok')
    return { pages: String(first?.integrity_check), damaged: [], unlisted: [], unknown: [] }
  const damaged = [...changedEvents(database), ...changedTexts(database), ...shortened(database)]
  const unlisted = idsOf(
    database,
    'SELECT DISTINCT session FROM appends WHERE session NOT IN (SELECT id FROM sessions)',
  )
  return { pages: '', damaged: [...new Set(damaged)], unlisted, unknown: notUnderstood(database) }
}

/** How much is read at every start: a few milliseconds of work. */
const MOST_BYTES_AT_OPEN = 4_000_000

/**
 * The sessions with an altered event that nobody knows of yet, judging by the checksums. Of a large log only the newest
 * part is read, up to what takes a few milliseconds. `verify` reads all of it.
 */
export function alteredAtOpen(database: Database): readonly SessionId[] {
  const found = new Set<SessionId>()
  try {
    for (const row of newest(database)) if (!isIntact(row)) found.add(row.session)
  } catch {
    // A damaged page is found by whatever reads it, and repaired at the next start.
  }
  return [...found]
}

function* newest(database: Database): Generator<AppendRow> {
  let room = MOST_BYTES_AT_OPEN
  const query = 'SELECT * FROM appends WHERE session NOT IN (SELECT session FROM quarantine) ORDER BY id DESC'
  for (const row of database.rows<AppendRow>(query)) {
    yield row
    room -= row.data.length
    if (room < 0) return
  }
}

const notUnderstood = (database: Database): readonly SessionId[] =>
  idsOf(database, 'SELECT DISTINCT session FROM appends').filter(
    (session) => readUpTo(database, session, { after: 0 }).stop?.error instanceof NewerEvent,
  )

function* changedEvents(database: Database): Generator<SessionId> {
  for (const row of database.rows<AppendRow>('SELECT * FROM appends')) if (!isIntact(row)) yield row.session
}

/** A large text is stored under its hash: if the hash differs now, the text was altered. */
function* changedTexts(database: Database): Generator<SessionId> {
  for (const row of database.sql('SELECT hash, text FROM texts').iterate()) {
    const { hash, text } = row as { hash: string; text: string }
    if (textKey(text) !== hash) yield* idsOf(database, 'SELECT session FROM text_uses WHERE hash = ?', hash)
  }
}

const shortened = (database: Database): readonly SessionId[] =>
  idsOf(
    database,
    'SELECT id AS session FROM sessions WHERE seq > (SELECT coalesce(max(seq), 0) FROM appends WHERE appends.session = sessions.id)',
  )

const idsOf = (database: Database, query: string, ...given: string[]): readonly SessionId[] =>
  database
    .sql(query)
    .all(...given)
    .map((row) => row.session as SessionId)

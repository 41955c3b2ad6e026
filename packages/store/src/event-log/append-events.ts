import type { SQLInputValue } from 'node:sqlite'
import { assert, type Event, type Json, type SessionId } from '@convene/domain'
import { Conflict, type SessionRow, StorageFailure } from '@convene/engine'
import { checksum } from './checksum.ts'
import type { Database } from './database.ts'
import { changesDecisions, storeDecisions } from './decision-rows.ts'
import { pack } from './large-texts.ts'
import { readUpTo } from './read-events.ts'
import { storeSession } from './session-rows.ts'
import type { KnownTexts } from './shared-texts.ts'
import { storeText } from './texts.ts'

export type Append = {
  readonly session: SessionId
  readonly expectedSeq: number
  readonly events: readonly Event[]
  readonly row: SessionRow
  /** Texts that the events may refer to. It learns those of the events. */
  readonly known: KnownTexts
}

/** Writes one append inside a transaction. Throws `Conflict` before writing anything. */
export function appendEvents(database: Database, { session, expectedSeq, events, row, known }: Append): void {
  const place = placeOf(database, session)
  refuseDamaged(session, place?.damaged)
  const last = place?.seq ?? 0
  if (last !== expectedSeq) throw new Conflict(`Session ${session} is at ${last}, not at ${expectedSeq}.`)
  assert(
    events.every(({ seq }, index) => seq === last + index + 1),
    'an append must continue where the log ends',
  )
  insertEvents(database, events, known)
  storeSession(database, session, expectedSeq + events.length, row)
  if (changesDecisions(database, session, events))
    storeDecisions(database, session, readUpTo(database, session, { after: 0 }).events)
}

type Place = { readonly seq: number; readonly damaged: number | null }

function placeOf(database: Database, session: SessionId): Place | undefined {
  return database.sql('SELECT seq, damaged FROM sessions WHERE id = ?').get(session) as Place | undefined
}

function refuseDamaged(session: SessionId, damaged: number | null | undefined): void {
  if (damaged === null || damaged === undefined) return
  const sentence = `Event ${damaged} of session ${session} is damaged. Everything before it can be read. To continue from there, fork the session. If another version of Convene wrote it, run: convene doctor.`
  throw new StorageFailure('damaged', sentence)
}

const MOST_ROWS = 16
const columns = 'session, seq, batch, run, task, agent, parent, step, message, type, v, at, data, large, sum'
const row = `(${columns.replaceAll(/\w+/g, '?')})`

/** One statement for many rows: one statement per event doubled the cost. */
const inserts = Array.from({ length: MOST_ROWS + 1 }, (_, rows) => {
  return `INSERT INTO events (${columns}) VALUES ${Array.from({ length: rows }, () => row).join(', ')}`
})

function insertEvents(database: Database, events: readonly Event[], known: KnownTexts): void {
  for (let first = 0; first < events.length; first += MOST_ROWS) {
    const some = events.slice(first, first + MOST_ROWS)
    database.run(inserts[some.length] as string, ...some.flatMap((event) => valuesOf(database, event, known)))
  }
}

/** One event as stored, with its large strings moved to `texts`, and without what earlier events already have. */
function valuesOf(database: Database, event: Event, known: KnownTexts): SQLInputValue[] {
  const { data, large, texts } = pack(event.data as Json, (path, text) => known.share({ seq: event.seq, path, text }))
  for (const [hash, text] of texts) storeText(database, event.session, hash, text)
  const { session, seq, batch, run, task, agent, parent, step, id, type, v, at } = event
  const places = [run ?? null, task ?? null, agent ?? null, parent ?? null, step ?? null, id ?? null]
  const values = [session, seq, batch, ...places, type, v, at, data, large]
  return [...values, checksum(values)]
}

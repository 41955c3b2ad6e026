import { assert, type Event, type Json, type SessionId } from '@convene/domain'
import { Conflict, type SessionRow, StorageFailure } from '@convene/engine'
import type { Database } from './database.ts'
import { pack } from './large-texts.ts'
import { storeSession } from './session-rows.ts'
import { storeText } from './texts.ts'

export type Append = {
  readonly session: SessionId
  readonly expectedSeq: number
  readonly events: readonly Event[]
  readonly row: SessionRow
}

/** Writes one append inside a transaction. Throws `Conflict` before it has written anything. */
export function appendEvents(database: Database, { session, expectedSeq, events, row }: Append): void {
  const known = placeOf(database, session)
  refuseDamaged(session, known?.damaged)
  const last = known?.seq ?? 0
  if (last !== expectedSeq) throw new Conflict(`Session ${session} is at ${last}, not at ${expectedSeq}.`)
  assert(
    events.every(({ seq }, index) => seq === last + index + 1),
    'an append goes on where the log ends',
  )
  for (const event of events) insertEvent(database, event)
  storeSession(database, session, expectedSeq + events.length, row)
}

type Place = { readonly seq: number; readonly damaged: number | null }

function placeOf(database: Database, session: SessionId): Place | undefined {
  return database.sql('SELECT seq, damaged FROM sessions WHERE id = ?').get(session) as Place | undefined
}

function refuseDamaged(session: SessionId, damaged: number | null | undefined): void {
  if (damaged === null || damaged === undefined) return
  const sentence = `Event ${damaged} of session ${session} is damaged. What comes before it can be read. To go on from there, fork the session.`
  throw new StorageFailure('damaged', sentence)
}

const insert = `
  INSERT INTO events (session, seq, batch, run, task, agent, parent, message, type, v, at, data, large)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

/** Stores one event as it is, with its large strings beside it. */
function insertEvent(database: Database, event: Event): void {
  const { data, large, texts } = pack(event.data as Json)
  for (const [hash, text] of texts) storeText(database, event.session, hash, text)
  database.run(
    insert,
    event.session,
    event.seq,
    event.batch,
    event.run ?? null,
    event.task ?? null,
    event.agent ?? null,
    event.parent ?? null,
    event.id ?? null,
    event.type,
    event.v,
    event.at,
    data,
    large,
  )
}

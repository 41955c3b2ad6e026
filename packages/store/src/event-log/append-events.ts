import { assert, type Chain, type Event, type SessionId } from '@convene/domain'
import { LogConflict, type SessionRow, StorageFailure } from '@convene/engine'
import { appendsOf, encodeAppend, insertAppend } from './append-row.ts'
import { chainFrom, chainText } from './chain-text.ts'
import type { Database } from './database.ts'
import { changesDecisions, storeDecisions } from './decision-rows.ts'
import { readUpTo } from './read-events.ts'
import { storeSession } from './session-rows.ts'
import type { KnownTexts } from './shared-texts.ts'
import { storeText } from './texts.ts'

export type Append = {
  readonly session: SessionId
  readonly expectedSeq: number
  readonly events: readonly Event[]
  readonly row: SessionRow
  /** Texts that the events may refer to. It also learns the texts of these events. */
  readonly known: KnownTexts
}

/** Rows that were written, and the id of the last one. */
export type WrittenAppend = { readonly rows: number; readonly last: number }

/** Writes one append inside a transaction. Throws `Conflict` before writing anything. */
export function appendEvents(database: Database, { session, expectedSeq, events, row, known }: Append): WrittenAppend {
  const place = placeOf(database, session)
  refuseDamaged(session, place?.damaged)
  const last = place?.seq ?? 0
  if (last !== expectedSeq) throw new LogConflict(`Session ${session} is at ${last}, not at ${expectedSeq}.`)
  assert(
    events.every(({ seq }, index) => seq === last + index + 1),
    'an append must continue where the log ends',
  )
  const chain = chainFrom(session, place?.chain)
  const written = insertEvents(database, events, known, chain)
  storeSession(database, session, { seq: expectedSeq + events.length, chain: chainText(chain) }, row)
  if (changesDecisions(database, session, events))
    storeDecisions(database, session, readUpTo(database, session, { after: 0 }).events)
  return written
}

type LastEvent = { readonly seq: number; readonly damaged: number | null; readonly chain: string }

function placeOf(database: Database, session: SessionId): LastEvent | undefined {
  return database.sql('SELECT seq, damaged, chain FROM sessions WHERE id = ?').get(session) as LastEvent | undefined
}

function refuseDamaged(session: SessionId, damaged: number | null | undefined): void {
  if (damaged === null || damaged === undefined) return
  const sentence = `Event ${damaged} of session ${session} is damaged. Everything before it can be read. To continue from there, fork the session. If another version of Convene wrote it, run: convene doctor.`
  throw new StorageFailure('damaged', sentence)
}

/** A row per append. */
function insertEvents(database: Database, events: readonly Event[], known: KnownTexts, chain: Chain): WrittenAppend {
  const appends = appendsOf(events)
  let last = 0
  for (const append of appends) {
    for (const event of append) chain.add(event)
    const { row, texts } = encodeAppend(append, known, chain.link)
    for (const [hash, text] of texts) storeText(database, row.session, hash, text)
    last = database.run(insertAppend, row.session, row.batch, row.seq, row.findable, row.data, row.link, row.sum)
  }
  return { rows: appends.length, last }
}

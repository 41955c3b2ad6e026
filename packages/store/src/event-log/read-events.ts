import {
  type Event,
  type Json,
  NewerEvent,
  type Position,
  parseEvent,
  type SessionId,
  type WireEvent,
} from '@convene/domain'
import { StorageFailure } from '@convene/engine'
import { type AppendRow, decodeAppend } from './append-row.ts'
import type { Database } from './database.ts'
import type { StoredEvent } from './large-texts.ts'
import { quarantine } from './quarantine.ts'
import { SessionTexts } from './session-texts.ts'

/** The events after `after`, at most `limit`. */
type Part = { readonly after: number; readonly limit?: number | undefined }

/** The readable events, and the row they end before, with the reason. */
type Reading = {
  readonly events: readonly Event[]
  readonly stop?: { readonly row: AppendRow; readonly error: Error }
}

/**
 * The readable events of a session, in order. They end before the first damaged append: a partial append was never
 * visible. A session written by a newer version is refused and left as it is: unknown is not damaged.
 */
export function readEvents(
  database: Database,
  session: SessionId,
  { after, limit }: Part,
  now: () => number,
): readonly Event[] {
  const { events, stop } = readUpTo(database, session, { after, limit })
  if (stop?.error instanceof NewerEvent) throw writtenByNewer(session, stop.error)
  if (stop)
    quarantine(database, {
      row: stop.row,
      reason: stop.error.message,
      at: now(),
      end: events.at(-1)?.seq ?? borderBefore(stop.row, after),
    })
  return events
}

/** Same as `readEvents`, without side effects: nothing is refused or marked. */
export function readUpTo(database: Database, session: SessionId, { after, limit }: Part): Reading {
  const most = limit ?? Number.POSITIVE_INFINITY
  const events: Event[] = []
  const texts = new SessionTexts(database, session)
  for (const row of rowsOf(database, session, after)) {
    if (events.length >= most) break
    const error = readInto(events, texts, row, after)
    if (error) return { events, stop: { row, error } }
  }
  return { events: events.length > most ? events.slice(0, most) : events }
}

/** The events as stored, whatever this version thinks of them. They end before the first damaged append. */
export function storedEvents(database: Database, session: SessionId): readonly WireEvent[] {
  const texts = new SessionTexts(database, session)
  const events: WireEvent[] = []
  for (const row of rowsOf(database, session, 0))
    try {
      decodeAppend(row).forEach((stored, index) => {
        const seq = row.batch + index
        const { at, ...rest } = wholeEvent(stored, texts.dataOf(seq, stored))
        events.push({ ...rest, session, seq, batch: row.batch, at: new Date(at).toISOString() } as WireEvent)
      })
    } catch {
      return events
    }
  return events
}

function readInto(events: Event[], texts: SessionTexts, row: AppendRow, after: number): Error | undefined {
  const last = after + events.length
  if (row.batch > last + 1) return new Error(`event ${last + 1} is missing`)
  try {
    for (const event of eventsOf(texts, row)) if (event.seq > last) events.push(event)
    return undefined
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

/** A session ends between two appends, even for a reader that starts in the middle of one. */
const borderBefore = ({ batch }: AppendRow, after: number): number => Math.max(0, Math.min(after, batch - 1))

function writtenByNewer(session: SessionId, { message }: NewerEvent): StorageFailure {
  const sentence = `A newer version of Convene wrote session ${session} (${message}). Nothing was changed. Update Convene to open it.`
  return new StorageFailure('newer_version', sentence)
}

/** Stops before a row known to be damaged: `sessions.seq` ends there. */
const select = `
  SELECT session, batch, seq, data, link, sum FROM appends WHERE session = ? AND seq > ?
  AND seq <= coalesce((SELECT seq FROM sessions WHERE id = ?), 9007199254740991) ORDER BY seq`

/** Without a limit: SQLite prepares a statement again whenever one is bound, at six times the cost. */
const rowsOf = (database: Database, session: SessionId, after: number): Iterable<AppendRow> =>
  database.rows<AppendRow>(select, session, after, session)

/** The events of a row, all or none. Throws for a damaged row, and `NewerEvent` for one this version does not know. */
function eventsOf(texts: SessionTexts, row: AppendRow): readonly Event[] {
  const { session, batch } = row
  return decodeAppend(row).map((stored, index) => {
    const position = { session, seq: batch + index, batch }
    return parsed(wholeEvent(stored, texts.dataOf(position.seq, stored)), position)
  })
}

function wholeEvent(stored: StoredEvent, data: Json): Omit<StoredEvent, 'large'> {
  if (stored.large === undefined) return stored
  const { large: _, ...rest } = stored
  return { ...rest, data }
}

/** Upcasts and parses an event. Its row's checksum matches, so if this version refuses it, a newer version wrote it. */
function parsed(event: Omit<StoredEvent, 'large'>, position: Position): Event {
  try {
    return parseEvent(event, position)
  } catch (error) {
    throw error instanceof NewerEvent ? error : new NewerEvent(`${event.type} with unknown content`)
  }
}

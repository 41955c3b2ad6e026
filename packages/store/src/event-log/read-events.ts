import { type Event, NewerEvent, parseEvent, type SessionId } from '@convene/domain'
import { StorageFailure } from '@convene/engine'
import { isIntact } from './checksum.ts'
import type { Database } from './database.ts'
import type { EventRow } from './event-row.ts'
import { quarantine } from './quarantine.ts'
import { SessionTexts } from './session-texts.ts'

/** The events after `after`, at most `limit`. */
type Part = { readonly after: number; readonly limit?: number | undefined }

/** The readable events, and the row they end before, with the reason. */
type Reading = { readonly events: readonly Event[]; readonly stop?: { readonly row: EventRow; readonly error: Error } }

/**
 * The readable events of a session, in order. They end before the append that contains the first damaged row: a partial
 * append was never visible. A session written by a newer version is refused and left as it is: unknown is not damaged.
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
    quarantine(database, { row: stop.row, reason: stop.error.message, at: now(), end: events.at(-1)?.seq ?? after })
  return events
}

/** Same as `readEvents`, without side effects: nothing is refused or marked. */
export function readUpTo(database: Database, session: SessionId, { after, limit }: Part): Reading {
  const events: Event[] = []
  const texts = new SessionTexts(database, session)
  for (const row of rowsOf(database, session, after, limit)) {
    const error = readInto(events, texts, row, after)
    if (error) return { events: events.filter((event) => event.batch < row.batch), stop: { row, error } }
  }
  return { events }
}

function writtenByNewer(session: SessionId, { message }: NewerEvent): StorageFailure {
  const sentence = `A newer version of Convene wrote session ${session} (${message}). Nothing was changed. Update Convene to open it.`
  return new StorageFailure('newer_version', sentence)
}

const columns = 'session, seq, batch, run, task, agent, parent, step, message, type, v, at, data, large, sum'

/** Stops before a row known to be damaged: `sessions.seq` ends there. */
const select = `
  SELECT ${columns} FROM events WHERE session = ? AND seq > ?
  AND seq <= coalesce((SELECT seq FROM sessions WHERE id = ?), 9007199254740991) ORDER BY seq`

/** Without a limit if there is none: SQLite prepares a statement again whenever a limit is bound, at six times the cost. */
function rowsOf(database: Database, session: SessionId, after: number, limit: number | undefined) {
  const rows =
    limit === undefined
      ? database.sql(select).iterate(session, after, session)
      : database.sql(`${select} LIMIT ?`).iterate(session, after, session, limit)
  return rows as unknown as Iterable<EventRow>
}

function readInto(events: Event[], texts: SessionTexts, row: EventRow, after: number): Error | undefined {
  const expected = after + events.length + 1
  if (row.seq !== expected) return new Error(`event ${expected} is missing`)
  try {
    events.push(parseRow(texts, row))
    return undefined
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

/**
 * Upcasts and parses the event of a row. Throws for a damaged row, and `NewerEvent` for one this version does not know.
 */
function parseRow(texts: SessionTexts, row: EventRow): Event {
  if (!isIntact(row)) throw new Error('the checksum does not match')
  const { session, seq, batch, type, v, at } = row
  const data = texts.dataOf(row)
  try {
    return parseEvent({ session, seq, batch, type, v, at, data, ...placeOf(row) })
  } catch (error) {
    // The checksum matches, so a newer version wrote it like this.
    if (error instanceof NewerEvent || row.sum === null) throw error
    throw new NewerEvent(`${type} with unknown content`)
  }
}

function placeOf({ run, task, agent, parent, step, message }: EventRow): { [name: string]: string } {
  const place: { [name: string]: string } = {}
  if (run !== null) place.run = run
  if (task !== null) place.task = task
  if (agent !== null) place.agent = agent
  if (parent !== null) place.parent = parent
  if (step !== null) place.step = step
  if (message !== null) place.id = message
  return place
}

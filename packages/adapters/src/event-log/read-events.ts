import { type Event, parseEvent, type SessionId } from '@convene/domain'
import type { Database } from './database.ts'
import type { EventRow } from './event-row.ts'
import { unpack } from './large-texts.ts'
import { quarantine } from './quarantine.ts'
import { textOf } from './texts.ts'

/** Which events: those after one, at most so many. */
type Part = { readonly after: number; readonly limit?: number | undefined }

/** What can be read of a session, in order. At the first damaged row it ends, whole appends only: half of one was never shown. */
export function readEvents(
  database: Database,
  session: SessionId,
  { after, limit }: Part,
  now: () => number,
): readonly Event[] {
  const rows = rowsOf(database, session, after, limit ?? -1)
  const events: Event[] = []
  for (const row of rows) {
    const reason = readInto(events, database, row, after)
    if (reason === undefined) continue
    const whole = events.filter((event) => event.batch < row.batch)
    quarantine(database, { row, reason, at: now(), end: whole.at(-1)?.seq ?? after })
    return whole
  }
  return events
}

const columns = 'session, seq, batch, run, task, agent, parent, step, message, type, v, at, data, large'

/** Not beyond a row that is known to be damaged: `sessions.seq` ends before it. */
const select = `
  SELECT ${columns} FROM events WHERE session = ? AND seq > ?
  AND seq <= coalesce((SELECT seq FROM sessions WHERE id = ?), 9007199254740991) ORDER BY seq LIMIT ?`

const rowsOf = (database: Database, session: SessionId, after: number, limit: number) =>
  database.sql(select).all(session, after, session, limit) as unknown as readonly EventRow[]

function readInto(events: Event[], database: Database, row: EventRow, after: number): string | undefined {
  const expected = after + events.length + 1
  if (row.seq !== expected) return `event ${expected} is missing`
  try {
    events.push(parseRow(database, row))
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** The event of a row, upcast and parsed; throws on a damaged one. */
function parseRow(database: Database, row: EventRow): Event {
  const { session, seq, batch, type, v, at } = row
  const data = unpack(row.data, row.large, (hash) => textOf(database, hash))
  return parseEvent({ session, seq, batch, type, v, at, data, ...placeOf(row) })
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

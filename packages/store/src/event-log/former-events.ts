import { crc32 } from 'node:zlib'
import type { Json, SessionId } from '@convene/domain'
import { type AppendRow, appendRow, insertAppend } from './append-row.ts'
import type { Database } from './database.ts'
import { storeDecisions } from './decision-rows.ts'
import type { StoredEvent } from './large-texts.ts'
import { readUpTo } from './read-events.ts'
import { appends, derived } from './schema.ts'

/** A row of `events`, which databases up to format 7 have. Any part of it may be damaged. */
export type FormerRow = {
  readonly session: SessionId
  readonly seq: number
  readonly batch: number
  readonly run: string | null
  readonly task: string | null
  readonly agent: string | null
  readonly parent: string | null
  readonly step: string | null
  readonly message: string | null
  readonly type: string
  readonly v: number
  readonly at: number
  readonly data: string
  readonly large: string | null
  /** The checksum, or null in a row older than checksums. */
  readonly sum: number | null
}

/** The column order of the checksums. */
const summed = 'session seq batch run task agent parent step message type v at data large'.split(' ')

export const formerSum = (row: Omit<FormerRow, 'sum'>): number =>
  crc32(JSON.stringify(summed.map((column) => row[column as keyof typeof row])))

/** Whether a row is unchanged since it was written. Rows older than checksums are accepted as they are. */
export const isFormerIntact = (row: FormerRow): boolean => row.sum === null || row.sum === formerSum(row)

/** Format 8: one row per append instead of one per event. Derived data that is written differently now is rebuilt. */
export function convertEvents(database: Database): void {
  database.connection.exec(appends)
  const decided = moveEvents(database)
  database.connection.exec(
    `DROP TABLE snapshots; DROP TABLE search; DELETE FROM meta WHERE key = 'indexed'; ${derived}`,
  )
  for (const session of decided) storeDecisions(database, session, readUpTo(database, session, { after: 0 }).events)
}

/**
 * Moves every event to `appends` and drops the former table. An append with a damaged event is left out: it ended its
 * session before, and its absence does so now. Returns the sessions with decisions.
 */
export function moveEvents(database: Database): ReadonlySet<SessionId> {
  const decided = new Set<SessionId>()
  const insert = insertAppend.replace('INSERT', 'INSERT OR IGNORE')
  for (const rows of formerAppends(database)) {
    const row = converted(rows)
    if (!row) continue
    database.run(insert, row.session, row.batch, row.seq, row.findable, row.data, row.sum)
    if (rows.some(({ type }) => type === 'decision.committed')) decided.add(row.session)
  }
  database.connection.exec('DROP TABLE events')
  return decided
}

function* formerAppends(database: Database): Generator<readonly [FormerRow, ...FormerRow[]]> {
  let append: FormerRow[] = []
  const rows = database.connection.prepare('SELECT * FROM events ORDER BY session, seq').iterate()
  for (const row of rows as Iterable<unknown> as Iterable<FormerRow>) {
    const [first] = append
    if (first && (first.session !== row.session || first.batch !== row.batch)) {
      yield append as [FormerRow, ...FormerRow[]]
      append = []
    }
    append.push(row)
  }
  if (append.length > 0) yield append as [FormerRow, ...FormerRow[]]
}

/** Undefined if part of it is damaged or missing. */
function converted(rows: readonly [FormerRow, ...FormerRow[]]): AppendRow | undefined {
  const [{ session, batch }] = rows
  if (rows.some((row, index) => row.seq !== batch + index || !isFormerIntact(row))) return undefined
  try {
    const stored = rows.map(storedEvent)
    return appendRow({ session, batch, stored, text: JSON.stringify(stored) })
  } catch {
    return undefined
  }
}

function storedEvent({ type, v, at, run, task, agent, parent, step, message, data, large }: FormerRow): StoredEvent {
  const places = Object.entries({ run, task, agent, parent, step, id: message }).filter(([, place]) => place !== null)
  const taken = large === null ? {} : { large: JSON.parse(large) as StoredEvent['large'] }
  return { type, v, at, ...Object.fromEntries(places), data: JSON.parse(data) as Json, ...taken } as StoredEvent
}

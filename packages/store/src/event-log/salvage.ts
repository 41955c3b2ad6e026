import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { isIntact } from './checksum.ts'
import type { Database } from './database.ts'
import type { EventRow } from './event-row.ts'
import { hashOf } from './large-texts.ts'
import { pagesOf } from './pages.ts'
import { scanRows } from './scan-rows.ts'

export type Salvaged = { readonly events: number; readonly sessions: number; readonly lost: number }

const tables = {
  texts: ['hash', 'text'],
  events: 'id session seq batch run task agent parent step message type v at data large sum'.split(' '),
} as const

type Row = { readonly [column: string]: SQLInputValue }

/**
 * Copies the readable rows of a damaged database, skipping the others. Rows that cannot be read this way are searched
 * for in the file itself, page by page.
 */
export function salvage(damaged: string, into: Database, file: string): Salvaged {
  const from = new DatabaseSync(damaged)
  let lost = 0
  const skip = () => {
    lost += 1
  }
  try {
    into.connection.exec('BEGIN')
    for (const row of readable(from, 'texts', skip)) insert(into, 'texts', row, skip)
    for (const row of readable(from, 'events', skip)) insert(into, 'events', row, skip)
    if (lost > 0 || isEmpty(into)) scanInto(into, file, skip)
    into.connection.exec('COMMIT')
  } finally {
    close(from)
  }
  const counts = into.sql('SELECT count(*) AS events, count(DISTINCT session) AS sessions FROM events').get()
  return { events: counts?.events as number, sessions: counts?.sessions as number, lost }
}

const isEmpty = (into: Database): boolean => into.sql('SELECT 1 FROM events LIMIT 1').get() === undefined

/** In storage order: columns that were added later come last. */
const stored = 'id session seq batch run task agent parent message type v at data large step sum'.split(' ')

function scanInto(into: Database, file: string, skip: () => void): void {
  const pages = pagesOf(file)
  try {
    for (const { id, values } of scanRows(pages)) {
      const [hash, text] = values
      if (values.length === 2 && typeof hash === 'string' && typeof text === 'string' && hashOf(text) === hash)
        insert(into, 'texts', { hash, text }, skip)
      const row = { ...Object.fromEntries(stored.map((column, index) => [column, values[index] ?? null])), id }
      if (values.length >= 14 && values[0] === null && isEvent(row)) insert(into, 'events', row, skip)
    }
  } finally {
    pages.close()
  }
}

const isEvent = (row: Row): boolean =>
  typeof row.session === 'string' && typeof row.type === 'string' && isIntact(row as unknown as EventRow)

function insert(into: Database, table: keyof typeof tables, row: Row, skip: () => void): void {
  const columns = tables[table]
  const places = columns.map(() => '?').join(', ')
  try {
    const values = columns.map((column) => row[column] ?? null)
    into.run(`INSERT OR IGNORE INTO ${table} (${columns.join(', ')}) VALUES (${places})`, ...values)
  } catch {
    skip()
  }
}

/** Every readable row, in order. */
function* readable(from: DatabaseSync, table: string, skip: () => void): Generator<Row> {
  let last = 0
  while (true) {
    try {
      for (const row of from.prepare(`SELECT rowid AS position, * FROM ${table} WHERE rowid > ?`).iterate(last)) {
        last = row.position as number
        yield row as Row
      }
      return
    } catch {
      skip()
      const next = nextReadable(from, table, last)
      if (next === undefined) return
      last = next
    }
  }
}

const furthest = 2 ** 40

/**
 * The first position after `last` from which rows can be read again: all rows of a broken page are skipped together.
 */
function nextReadable(from: DatabaseSync, table: string, last: number): number | undefined {
  let step = 1
  while (!canRead(from, table, last + step)) {
    step *= 2
    if (step > furthest) return undefined
  }
  let [broken, sound] = [last + Math.floor(step / 2), last + step]
  while (sound - broken > 1) {
    const middle = Math.floor((broken + sound) / 2)
    if (canRead(from, table, middle)) sound = middle
    else broken = middle
  }
  return sound
}

function canRead(from: DatabaseSync, table: string, after: number): boolean {
  try {
    from.prepare(`SELECT * FROM ${table} WHERE rowid > ? LIMIT 1`).get(after)
    return true
  } catch {
    return false
  }
}

function close(connection: DatabaseSync): void {
  try {
    connection.close()
  } catch {
    // It is a temporary copy and will be discarded.
  }
}

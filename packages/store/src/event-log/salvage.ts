import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { type AppendRow, isIntact } from './append-row.ts'
import type { Database } from './database.ts'
import { textKey } from './large-texts.ts'
import { pagesOf } from './pages.ts'
import { type ScannedRow, scanRows } from './scan-rows.ts'

export type Salvaged = { readonly events: number; readonly sessions: number; readonly lost: number }

/** In storage order. */
const tables = {
  texts: ['hash', 'text'],
  appends: 'id session batch seq findable data link sum'.split(' '),
} as const

type Table = keyof typeof tables
type Row = { readonly [column: string]: SQLInputValue }

/**
 * Copies the readable rows of a damaged database, skipping the others. Rows that cannot be read this way
 * are searched for in the file itself, page by page.
 */
export function salvage(damaged: string, into: Database, file: string): Salvaged {
  const from = new DatabaseSync(damaged)
  let lost = 0
  const skip = () => {
    lost += 1
  }
  try {
    into.connection.exec('BEGIN')
    for (const table of tablesIn(from, skip))
      for (const row of readable(from, table, skip)) insert(into, table, row, skip)
    if (lost > 0 || isEmpty(into)) scanInto(into, file, skip)
    into.connection.exec('COMMIT')
  } finally {
    close(from)
  }
  const count = 'SELECT coalesce(sum(seq - batch + 1), 0) AS events, count(DISTINCT session) AS sessions FROM appends'
  const counts = into.sql(count).get()
  return { events: counts?.events as number, sessions: counts?.sessions as number, lost }
}

/** The tables that are still listed. */
function tablesIn(from: DatabaseSync, skip: () => void): readonly Table[] {
  try {
    const names = from.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).all()
    return (Object.keys(tables) as Table[]).filter((table) => names.some(({ name }) => name === table))
  } catch {
    skip()
    return []
  }
}

const isEmpty = (into: Database): boolean => into.sql('SELECT 1 FROM appends LIMIT 1').get() === undefined

function scanInto(into: Database, file: string, skip: () => void): void {
  const pages = pagesOf(file)
  try {
    for (const scanned of scanRows(pages)) {
      const table = tableOf(scanned)
      if (table) insert(into, table, rowOf(table, scanned), skip)
    }
  } finally {
    pages.close()
  }
}

const rowOf = (table: Table, { id, values }: ScannedRow): Row => ({
  ...Object.fromEntries(tables[table].map((column, index) => [column, values[index] ?? null])),
  ...(table !== 'texts' && { id }),
})

/** A row itself reveals which table it belongs to, and whether it is complete. */
function tableOf(scanned: ScannedRow): Table | undefined {
  const { values } = scanned
  const [first, session] = values
  if (values.length === 2) return typeof session === 'string' && textKey(session) === first ? 'texts' : undefined
  if (first !== null || typeof session !== 'string' || values.length !== tables.appends.length) return undefined
  return isIntact(rowOf('appends', scanned) as unknown as AppendRow) ? 'appends' : undefined
}

function insert(into: Database, table: Table, row: Row, skip: () => void): void {
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

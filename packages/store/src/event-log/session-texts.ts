import type { Json, SessionId } from '@convene/domain'
import { type AppendRow, decodeAppend } from './append-row.ts'
import type { Database } from './database.ts'
import { type Lookup, type StoredEvent, wholeData } from './large-texts.ts'
import { SHORTEST, type SharedPart, stringAt } from './shared-texts.ts'
import { storedText } from './texts.ts'

/** For a long log, all of them would be in memory twice. */
const MOST_REMEMBERED = 500

/** Reads the data of a session's events, which may refer to each other. */
export class SessionTexts {
  readonly #database: Database
  readonly #session: SessionId
  readonly #parts = this.#lookup((part) => this.#partOf(part))
  #newest = new Map<number, Json>()
  #older = new Map<number, Json>()

  constructor(database: Database, session: SessionId) {
    this.#database = database
    this.#session = session
  }

  /** The data of an event. Throws if something it refers to is missing or damaged. */
  dataOf(seq: number, event: StoredEvent): Json {
    const whole = event.large ? wholeData(event, this.#parts) : event.data
    if (hasText(whole)) this.#remember(seq, whole)
    return whole
  }

  #partOf([seq, path, from, length]: SharedPart): string {
    const data = this.#newest.get(seq) ?? this.#older.get(seq) ?? this.#source(seq)
    const part = stringAt(data, path).slice(from, from + length)
    if (part.length !== length) throw new Error(`a text of event ${seq} differs from what was written`)
    return part
  }

  /** References only ever point to literal text, so an event's own references need not be followed. */
  #source(seq: number): Json {
    const event = this.#stored(seq)
    if (!event) throw new Error(`event ${seq}, which it refers to, is missing or damaged`)
    const data = wholeData(
      event,
      this.#lookup(([, , , length]) => ' '.repeat(length)),
    )
    this.#remember(seq, data)
    return data
  }

  #stored(seq: number): StoredEvent | undefined {
    const select = 'SELECT * FROM appends WHERE session = ? AND seq >= ? ORDER BY seq LIMIT 1'
    const row = this.#database.sql(select).get(this.#session, seq) as AppendRow | undefined
    try {
      return row && decodeAppend(row)[seq - row.batch]
    } catch {
      return undefined
    }
  }

  /** Two halves, of which the older is dropped at once: evicting entries one by one would cost as much as reading. */
  #remember(seq: number, data: Json): void {
    if (this.#newest.size >= MOST_REMEMBERED) {
      this.#older = this.#newest
      this.#newest = new Map()
    }
    this.#newest.set(seq, data)
  }

  #lookup(partOf: Lookup['partOf']): Lookup {
    return { textOf: (hash) => storedText(this.#database, hash), partOf }
  }
}

/** Whether an event has a text that others may refer to. */
function hasText(data: Json): boolean {
  if (data === null || typeof data !== 'object') return false
  for (const key in data) {
    const value = (data as { readonly [key: string]: Json })[key]
    if (typeof value === 'string' && value.length >= SHORTEST) return true
  }
  return false
}

import type { Json, SessionId } from '@convene/domain'
import { isIntact } from './checksum.ts'
import type { Database } from './database.ts'
import type { EventRow } from './event-row.ts'
import { type Lookup, unpack } from './large-texts.ts'
import { type Part, SHORTEST, stringAt } from './shared-texts.ts'
import { textOf } from './texts.ts'

const MOST_REMEMBERED = 1_000

/** Reads the data of a session's events, which may refer to each other. */
export class SessionTexts {
  readonly #database: Database
  readonly #session: SessionId
  readonly #read = new Map<number, Json>()

  constructor(database: Database, session: SessionId) {
    this.#database = database
    this.#session = session
  }

  /** The data of an event. Throws if something that it refers to is missing or damaged. */
  dataOf({ seq, data, large }: Pick<EventRow, 'seq' | 'data' | 'large'>): Json {
    const whole = unpack(
      data,
      large,
      this.#lookup((part) => this.#partOf(part)),
    )
    if (data.length >= SHORTEST) this.#remember(seq, whole)
    return whole
  }

  #partOf([seq, path, from, length]: Part): string {
    const data = this.#read.get(seq) ?? this.#source(seq)
    const part = stringAt(data, path).slice(from, from + length)
    if (part.length !== length) throw new Error(`a text of event ${seq} differs from what was written`)
    return part
  }

  /** Only what is literally in an event is ever referred to, so its own references need not be followed. */
  #source(seq: number): Json {
    const select = 'SELECT * FROM events WHERE session = ? AND seq = ?'
    const row = this.#database.sql(select).get(this.#session, seq) as EventRow | undefined
    if (!row || !isIntact(row)) throw new Error(`event ${seq}, which it refers to, is missing or damaged`)
    const data = unpack(
      row.data,
      row.large,
      this.#lookup(([, , , length]) => ' '.repeat(length)),
    )
    this.#remember(seq, data)
    return data
  }

  /** Only the newest: of a long log, all of them would be in memory twice. */
  #remember(seq: number, data: Json): void {
    this.#read.set(seq, data)
    if (this.#read.size <= MOST_REMEMBERED) return
    const [oldest] = this.#read.keys()
    if (oldest !== undefined) this.#read.delete(oldest)
  }

  #lookup(partOf: Lookup['partOf']): Lookup {
    return { textOf: (hash) => textOf(this.#database, hash), partOf }
  }
}

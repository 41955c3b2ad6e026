import type { Json, SessionId } from '@convene/domain'
import { type AppendRow, decodeAppend } from './append-row.ts'
import type { Database } from './database.ts'
import { type Lookup, type StoredEvent, wholeData } from './large-texts.ts'
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
  dataOf(seq: number, event: StoredEvent): Json {
    const whole = wholeData(
      event,
      this.#lookup((part) => this.#partOf(part)),
    )
    if (hasText(whole)) this.#remember(seq, whole)
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

/** Whether an event has a text that others may refer to. */
const hasText = (data: Json): boolean =>
  data !== null &&
  typeof data === 'object' &&
  Object.values(data).some((value) => typeof value === 'string' && value.length >= SHORTEST)

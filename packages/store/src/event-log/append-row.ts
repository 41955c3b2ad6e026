import { crc32 } from 'node:zlib'
import { assert, type Event, type Json, type SessionId } from '@convene/domain'
import { compressed, decompressed } from './compress.ts'
import { largeText, type StoredEvent, takeKnown, takeLarge } from './large-texts.ts'
import type { KnownTexts } from './shared-texts.ts'

/** A row of `appends`: the events of one append, from number `batch` to `seq`. Any part of it may be damaged. */
export type AppendRow = {
  readonly session: SessionId
  readonly batch: number
  readonly seq: number
  /** Whether it has searchable words. */
  readonly findable: number
  readonly data: string | Uint8Array
  /** The chain after its last event. */
  readonly link: string
  readonly sum: number
}

export const insertAppend =
  'INSERT INTO appends (session, batch, seq, findable, data, link, sum) VALUES (?, ?, ?, ?, ?, ?, ?)'

export type Encoded = { readonly row: AppendRow; readonly texts: ReadonlyMap<string, string> }

/** The events of each append. Nearly always there is one: only a fork or an import brings many. */
export function appendsOf(events: readonly Event[]): readonly (readonly Event[])[] {
  if (events.length > 0 && events[0]?.batch === events.at(-1)?.batch) return [events]
  return [...Map.groupBy(events, ({ batch }) => batch).values()]
}

const findable: ReadonlySet<string> = new Set(['message', 'session.created', 'session.updated'])

/**
 * The events of one append as stored, with large strings moved to `texts`, and without strings that earlier events
 * have.
 */
export function encodeAppend(events: readonly Event[], known: KnownTexts, link: string): Encoded {
  const stored = events.map((event) => withoutKnown(event, known))
  const whole = JSON.stringify(stored)
  const texts = new Map<string, string>()
  const text = whole.length <= largeText ? whole : JSON.stringify(stored.map((event) => takeLarge(event, texts)))
  const [{ session, seq, batch }] = events as readonly [Event]
  assert(seq === batch, 'an append is numbered by its first event')
  return { row: appendRow({ session, batch, stored, text, link }), texts }
}

type Parts = {
  readonly session: SessionId
  readonly batch: number
  readonly stored: readonly { readonly type: string }[]
  readonly text: string
  readonly link: string
}

/** The row of events whose JSON is `text`. */
export function appendRow({ session, batch, stored, text, link }: Parts): AppendRow {
  const place = { session, batch, seq: batch + stored.length - 1, data: compressed(text), link }
  return { ...place, findable: Number(stored.some(({ type }) => findable.has(type))), sum: checksum(place) }
}

function withoutKnown(event: Event, known: KnownTexts): StoredEvent {
  const { session: _, seq, batch: __, data, ...rest } = event
  const { small, taken } = takeKnown(data as Json, (path, text) => known.share({ seq, path, text }))
  return { ...rest, data: small, ...(taken.length > 0 && { large: taken }) }
}

/** A checksum over a row as stored. */
export const checksum = ({ session, batch, seq, data, link }: Omit<AppendRow, 'sum' | 'findable'>): number =>
  crc32(data, crc32(`${session} ${batch} ${seq} ${link}`))

/** Whether a row is unchanged since it was written. */
export const isIntact = (row: AppendRow): boolean =>
  (typeof row.data === 'string' || row.data instanceof Uint8Array) && row.sum === checksum(row)

/** The events of a row as stored. Throws if it is damaged. */
export function decodeAppend(row: AppendRow): readonly StoredEvent[] {
  if (!isIntact(row)) throw new Error('the checksum does not match')
  const events = JSON.parse(decompressed(row.data)) as readonly StoredEvent[]
  if (events.length !== row.seq - row.batch + 1) throw new Error(`it does not have events ${row.batch} to ${row.seq}`)
  return events
}

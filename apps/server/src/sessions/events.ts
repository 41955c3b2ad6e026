import type { Event, Session } from '@convene/domain'
import { type EventLog, readPublic } from '@convene/engine'
import type { Program } from '@convene/host'
import type { Output } from '@convene/protocol'
import { type EventFilter, matchesFilter } from '@convene/reading'
import type { Given } from '../context.ts'
import { wireOf } from '../stream/encode.ts'

const USUAL_EVENTS = 1_000
/** How many events are read at a time while filtering. */
const PART = 1_000

/** A page of events: after an event, or the last ones before another. Votes committed later are shown. */
export async function pageOfEvents(
  program: Program,
  session: Session,
  given: Given<'events'>,
  filter: EventFilter,
): Promise<Output<'events'>> {
  const { log } = await program.store()
  const reading = { log, session, filter }
  const { events, next } =
    given.tail === undefined
      ? await forwards(reading, given.after ?? 0, given.limit ?? USUAL_EVENTS)
      : await backwards(reading, given.before ?? (await log.head(session.id)) + 1, given.tail)
  return { items: events.map((event) => wireOf(event, given.cut)), next: next === undefined ? null : String(next) }
}

type Reading = { readonly log: EventLog; readonly session: Session; readonly filter: EventFilter }
type Page = { readonly events: readonly Event[]; readonly next: number | undefined }

/** Without votes that are still secret. */
async function wanted({ log, session, filter }: Reading, after: number, limit: number) {
  const events = await readPublic(log, session.id, { after, limit, known: session })
  const found = events.filter((event) => matchesFilter(event, filter))
  return { found, last: events.at(-1)?.seq ?? after, isEnd: events.length < limit }
}

const sizeOf = ({ filter }: Reading, count: number): number =>
  Object.keys(filter).length === 0 ? count : Math.max(count, PART)

/** The first events after one, up to the limit. `next` is the last of them if the page is full. */
async function forwards(reading: Reading, after: number, limit: number): Promise<Page> {
  const events: Event[] = []
  for (let place = after; ; ) {
    const { found, last, isEnd } = await wanted(reading, place, sizeOf(reading, limit))
    events.push(...found)
    if (events.length >= limit) {
      const page = events.slice(0, limit)
      return { events: page, next: page.at(-1)?.seq }
    }
    if (isEnd) return { events, next: undefined }
    place = last
  }
}

/** The last events before one. `next` is the first of them if there may be others before it. */
async function backwards(reading: Reading, before: number, tail: number): Promise<Page> {
  let events: readonly Event[] = []
  for (let end = before; ; ) {
    const after = Math.max(0, end - 1 - sizeOf(reading, tail))
    const { found } = await wanted(reading, after, end - 1 - after)
    events = [...found, ...events]
    const page = events.slice(-tail)
    if (page.length === tail || after === 0) {
      const first = page[0]?.seq ?? 1
      return { events: page, next: first > 1 && (after > 0 || events.length > page.length) ? first : undefined }
    }
    end = after + 1
  }
}

import { randomUUID } from 'node:crypto'
import { type Chain, type Event, NewerEvent, parseEvent, type SessionId, type WireEvent } from '@convene/domain'
import { StorageFailure } from '@convene/engine'
import { vectorOf } from './words.ts'

/** A row of `appends`: the events from number `batch` to `seq`. */
export type PostgresAppendRow = {
  readonly batch: number
  readonly seq: number
  readonly decides: boolean
  readonly words: string | null
  readonly data: string
  /** The chain after its last event. */
  readonly link: string
}

/** The rows of an append, which continue the chain. A fork or an import has many at once. */
export function encode(events: readonly Event[], chain: Chain): readonly PostgresAppendRow[] {
  return [...Map.groupBy(events, ({ batch }) => batch)].map(([batch, group]) => {
    for (const event of group) chain.add(event)
    const messages = group.flatMap((event) => (event.type === 'message' ? [event.data.text] : []))
    return {
      batch,
      seq: batch + group.length - 1,
      decides: group.some(changesDecisions),
      words: messages.length > 0 ? vectorOf(messages.join('\n')) : null,
      data: JSON.stringify(group.map(({ session: _, seq: __, batch: ___, ...rest }) => rest)),
      link: chain.link,
    }
  })
}

/** New decisions, their outcomes, or their topic. */
const changesDecisions = ({ type, data }: Event): boolean =>
  type === 'decision.committed' ||
  type === 'decision.resolved' ||
  (type === 'session.updated' && data.tags !== undefined)

/** Whether these events change the session's title or goal. */
export const changesName = (events: readonly Event[]): boolean =>
  events.some(({ type, seq }) => type === 'session.updated' || seq === 1)

const tokens = new WeakMap<readonly Event[], string>()

/**
 * Identifies the append that a row came from. The same events have the same token however often they are given, even if
 * the engine repeats a failed append. Another process's equal events have a different one.
 */
export function appendToken(events: readonly Event[]): string {
  const token = tokens.get(events) ?? randomUUID()
  tokens.set(events, token)
  return token
}

/** The events of a row. Throws a `StorageFailure` if a newer version wrote them, or if they cannot be read. */
export function decode(
  session: SessionId,
  { batch, data }: Pick<PostgresAppendRow, 'batch' | 'data'>,
): readonly Event[] {
  const stored = parsed(session, batch, data)
  return stored.map((event, index) => {
    try {
      return parseEvent(event, { session, seq: batch + index, batch })
    } catch (error) {
      const what = error instanceof NewerEvent ? error.message : `${event.type} with unknown content`
      throw new StorageFailure(
        'newer_version',
        `A newer version of Convene wrote session ${session} (${what}). Nothing was changed. Update Convene to open it.`,
      )
    }
  })
}

/** The events of a row as stored, whatever this version thinks of them. None if the row is damaged. */
export function storedIn(
  session: SessionId,
  { batch, data }: Pick<PostgresAppendRow, 'batch' | 'data'>,
): readonly WireEvent[] {
  try {
    return (JSON.parse(data) as readonly Event[]).map(
      ({ at, ...rest }, index) =>
        ({ ...rest, session, seq: batch + index, batch, at: new Date(at).toISOString() }) as unknown as WireEvent,
    )
  } catch {
    return []
  }
}

function parsed(session: SessionId, batch: number, data: string): readonly { readonly type: string }[] {
  try {
    return JSON.parse(data) as readonly { readonly type: string }[]
  } catch {
    throw new StorageFailure(
      'damaged',
      `Event ${batch} of session ${session} cannot be read. The row is damaged or was edited by hand. Restore the database from a backup.`,
    )
  }
}

import { EffectKey, type Event, fromCheckedWire, type WireEvent } from '@convene/domain'
import type { Client, FeedState, ListedSessionRow } from '@convene/protocol'
import { watchSessions } from '../../connection/watch-sessions.ts'
import { CUT, NEWEST } from './portions.ts'
import type { ConnectionState, Feed, FeedListener } from './session-store.ts'

const states: Readonly<Record<FeedState, ConnectionState>> = { live: 'live', lost: 'lost', refused: 'gone' }

/** A session's log and live updates. */
export function sessionFeed(client: Client, session: string): Feed {
  return (after, listener) => {
    let isStopped = false
    let stop = () => {}
    const unwatch = watchSessions(client, {
      change: (change) => change.type === 'session' && tellProcess(change.session, session, listener),
    })
    void tellNewest(client, session, listener).then((known) => {
      if (!isStopped) stop = follow(client, session, Math.max(known, after()), listener)
    })
    return () => {
      isStopped = true
      unwatch()
      stop()
    }
  }
}

/**
 * Emits the end of the log in one piece and returns the last known number, or nothing if the call fails: the stream
 * reports the failure and retries.
 */
async function tellNewest(client: Client, session: string, listener: FeedListener): Promise<number> {
  const standing = client.session({ id: session })
  void standing.then((found) => {
    if (found.ok) tellProcess(found.value.session, session, listener)
    if (found.ok && found.value.waitsFor !== undefined)
      listener.waits({ host: found.value.waitsFor, seq: found.value.session.seq })
  })
  const newest = await client.events({ id: session, tail: NEWEST, cut: CUT })
  if (!newest.ok) return 0
  const events = newest.value.items.map(readEvent)
  if (newest.value.next === null) {
    listener.events(events)
    return events.at(-1)?.seq ?? 0
  }
  const found = await standing
  if (found.ok) {
    await listener.newest(found.value.state, events)
    await painted()
  }
  return 0
}

/** Only the program knows whether the process of a run is still there. It says so in the session's row. */
const tellProcess = ({ id, seq, interrupted }: ListedSessionRow, session: string, listener: FeedListener): void => {
  if (id === session) listener.interrupted(interrupted ? seq : 0)
}

/** Waits for a paint, so that reading the rest of a long log does not delay showing its end. */
const painted = (): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, 250)
    requestAnimationFrame(() =>
      setTimeout(() => {
        clearTimeout(timer)
        resolve()
      }, 0),
    )
  })

const follow = (client: Client, session: string, after: number, listener: FeedListener): (() => void) =>
  client.follow(session, after, {
    cut: CUT,
    events: (events) => listener.events(events.map(readEvent)),
    delta: ({ effect, text, reasoning, at }) => {
      const key = EffectKey.parse(effect)
      if (reasoning) listener.delta({ effect: key, kind: 'reasoning', text: reasoning, at })
      if (text) listener.delta({ effect: key, kind: 'text', text, at })
    },
    connection: (state) => listener.state(states[state]),
  })

/** A received event. `cut`: texts were shortened and the whole event can be fetched. */
type ReadEvent = Event & { readonly cut?: true }

/**
 * An event from the program, which has already validated it: validating again would take longer than everything else.
 * An unknown type from a newer program still takes its number.
 */
function readEvent(wire: WireEvent & { readonly cut?: true }): ReadEvent {
  try {
    return fromCheckedWire(wire)
  } catch {
    const { id: _id, cut: _cut, type, ...envelope } = wire
    const message = `Cannot show an event of type ${type}: it is from a newer version.`
    return fromCheckedWire({ ...envelope, type: 'warning', v: 1, data: { code: 'unknown_event', message } })
  }
}

import { EffectKey, type Event, fromWire, type WireEvent } from '@convene/domain'
import type { Client, Connection } from '@convene/protocol'
import type { ConnectionState, Feed } from '../session/session-store.ts'

/** Longer texts are cut on the way; the whole event is asked for when somebody wants to read it. */
export const CUT = 100_000

const states: Readonly<Record<Connection, ConnectionState>> = { live: 'live', lost: 'lost', refused: 'gone' }

/** A session's log and what comes, from the client. */
export function sessionFeed(client: Client, session: string): Feed {
  return (after, listener) =>
    client.follow(session, after(), {
      cut: CUT,
      events: (events) => listener.events(events.map(readEvent)),
      delta: ({ effect, text, reasoning }) => {
        const key = EffectKey.parse(effect)
        if (reasoning) listener.delta({ effect: key, kind: 'reasoning', text: reasoning })
        if (text) listener.delta({ effect: key, kind: 'text', text })
      },
      connection: (state) => listener.state(states[state]),
    })
}

/** An event whose shape this page does not know, from a newer program, still takes its number. */
function readEvent(wire: WireEvent & { readonly cut?: true }): Event & { readonly cut?: true } {
  const { cut, ...rest } = wire
  try {
    return cut ? { ...fromWire(rest), cut } : fromWire(rest)
  } catch {
    const { id: _id, type, ...envelope } = rest
    const message = `An event of the type ${type} cannot be shown: it is from a newer version.`
    return fromWire({ ...envelope, type: 'warning', v: 1, data: { code: 'unknown_event', message } })
  }
}

import { type Event, fromCheckedWire, type WireEvent } from '@convene/domain'

/** A received event. `cut`: texts were shortened and the whole event can be fetched. */
export type ReadEvent = Event & { readonly cut?: true }

/**
 * An event from the program, which has already validated it: validating again would take longer than everything else. An
 * unknown type from a newer program still takes its number.
 */
export function readEvent(wire: WireEvent & { readonly cut?: true }): ReadEvent {
  try {
    return fromCheckedWire(wire)
  } catch {
    const { id: _id, cut: _cut, type, ...envelope } = wire
    const message = `Cannot show an event of type ${type}: it is from a newer version.`
    return fromCheckedWire({ ...envelope, type: 'warning', v: 1, data: { code: 'unknown_event', message } })
  }
}

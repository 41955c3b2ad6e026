import { type Event, fromCheckedWire, type WireEvent } from '@convene/domain'

/** An event as it came; `cut`: texts in it were shortened, and it can be had whole. */
export type ReadEvent = Event & { readonly cut?: true }

/**
 * An event from the program, which has checked it: checking it here again would take longer than all the rest. One whose
 * type this page does not know, from a newer program, still takes its number.
 */
export function readEvent(wire: WireEvent & { readonly cut?: true }): ReadEvent {
  try {
    return fromCheckedWire(wire)
  } catch {
    const { id: _id, cut: _cut, type, ...envelope } = wire
    const message = `An event of the type ${type} cannot be shown: it is from a newer version.`
    return fromCheckedWire({ ...envelope, type: 'warning', v: 1, data: { code: 'unknown_event', message } })
  }
}

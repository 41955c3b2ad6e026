import type { Json } from '../shared/json.ts'
import type { Event, Person } from './event.ts'
import { newestOf, parseEvent } from './parse-event.ts'

/** An event as it is sent: one JSON object, `at` in ISO 8601, only the fields that apply. */
export type WireEvent = {
  readonly v: number
  readonly seq: number
  readonly batch: number
  readonly id?: string
  readonly session: string
  readonly run?: string
  readonly type: string
  readonly at: string
  readonly agent?: string
  readonly task?: string
  readonly parent?: string
  readonly step?: string
  readonly person?: Person
  readonly data: Json
}

/** The envelope, with its fields in reading order. */
export function toWire(event: Event): WireEvent {
  return {
    v: event.v,
    seq: event.seq,
    batch: event.batch,
    ...(event.id !== undefined && { id: event.id }),
    session: event.session,
    ...(event.run !== undefined && { run: event.run }),
    type: event.type,
    at: new Date(event.at).toISOString(),
    ...(event.agent !== undefined && { agent: event.agent }),
    ...(event.task !== undefined && { task: event.task }),
    ...(event.parent !== undefined && { parent: event.parent }),
    ...(event.step !== undefined && { step: event.step }),
    ...(event.person !== undefined && { person: event.person }),
    data: event.data as Json,
  }
}

/** The event passed to `toWire`, upcast and parsed. Throws on anything else. */
export function fromWire(wire: unknown): Event {
  const { at, ...envelope } = wire as WireEvent
  return parseEvent({ ...envelope, at: Date.parse(at) })
}

/**
 * Reads an event from a program that has validated it: only type and version are checked, because validating the data
 * again took a third of the time to open a long log. Texts may have been shortened. Throws on an unknown type or
 * version.
 */
export function fromCheckedWire(wire: WireEvent): Event {
  return { ...wire, ...newestOf(wire.type, wire.v, wire.data), at: Date.parse(wire.at) } as Event
}

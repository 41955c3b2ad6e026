import type { Event } from '../event/event.ts'
import type { WireEvent } from '../event/wire.ts'
import type { Json } from '../shared/json.ts'
import { isOpen, isSealedWhole } from './open-keys.ts'

/** What stands in an event for a text that is in its sealed part. */
export const SEALED = '[sealed]'

export type Path = readonly (string | number)[]

/** The two parts of an event, as JSON. `sealed` has its prose with the places it belongs to, and is empty without any. */
export type SplitEvent = { readonly open: string; readonly sealed: string }

type Taken = (readonly [path: Path, value: Json])[]

/** Splits an event into what its link shows, and what it only commits to. */
export function splitEvent(event: Event | WireEvent): SplitEvent {
  const taken: Taken = []
  const data = openData(event.data as Json, event.type, taken)
  const { person } = event
  if (person !== undefined) taken.push([['person'], person])
  const open = JSON.stringify(envelopeOf(event, data))
  return { open, sealed: taken.length === 0 ? '' : JSON.stringify(taken) }
}

type Envelope = Omit<WireEvent, 'person'>
type Draft = { -readonly [Key in keyof Envelope]: Envelope[Key] }

/** Always in this order, or the same event would have two hashes. */
function envelopeOf(event: Event | WireEvent, data: Json): Envelope {
  const { v, seq, batch, id, session, run, type, at, agent, task, parent, step } = event
  const time = typeof at === 'number' ? new Date(at).toISOString() : at
  const envelope = { v, seq, batch } as Draft
  if (id !== undefined) envelope.id = id
  envelope.session = session
  if (run !== undefined) envelope.run = run
  envelope.type = type
  envelope.at = time
  if (agent !== undefined) envelope.agent = agent
  if (task !== undefined) envelope.task = task
  if (parent !== undefined) envelope.parent = parent
  if (step !== undefined) envelope.step = step
  envelope.data = data
  return envelope
}

/** Where a value is. Its path is seldom needed, so it is not kept. */
type Place = { readonly key: string; readonly parent: string; readonly index?: number; readonly up: Place | undefined }

const pathOf = ({ key, index, up }: Place): Path => [...(up ? pathOf(up) : []), index ?? key]

function openData(data: Json, type: string, taken: Taken): Json {
  const top: Place = { key: 'data', parent: '', up: undefined }
  return openObject(data as { readonly [key: string]: Json }, type, top, taken)
}

function opened(value: Json, place: Place, taken: Taken): Json {
  if (typeof value === 'string') return openText(value, place, taken)
  if (value === null || typeof value !== 'object') return value
  if (isSealedWhole(place.key)) return seal(value, pathOf(place), taken)
  if (Array.isArray(value))
    return value.map((item: Json, index) =>
      opened(item, { key: place.key, parent: place.parent, index, up: place }, taken),
    )
  return openObject(value as { readonly [key: string]: Json }, place.key, place, taken)
}

function openObject(value: { readonly [key: string]: Json }, parent: string, up: Place, taken: Taken): Json {
  const result: { [key: string]: Json } = {}
  for (const key in value) {
    const item = value[key]
    if (item === undefined) continue
    // A key like `__proto__` would not be one of the copy's own.
    if (key in Object.prototype) return seal(value, pathOf(up), taken)
    const isPlain = item === null || (typeof item !== 'string' && typeof item !== 'object')
    result[key] = isPlain ? item : opened(item, { key, parent, up }, taken)
  }
  return result
}

/** An empty text hides nothing. */
function openText(text: string, place: Place, taken: Taken): string {
  if (text === '' || isOpen(place.key, place.parent, text)) return text
  taken.push([pathOf(place), text])
  return SEALED
}

function seal(value: Json, path: Path, taken: Taken): Json {
  const isEmpty = Object.keys(value as object).length === 0
  if (!isEmpty) taken.push([path, value])
  return Array.isArray(value) ? [] : {}
}

/** An event with its sealed part put back. Throws if the two do not fit together. */
export function joinEvent({ open, sealed }: SplitEvent): WireEvent {
  const event = JSON.parse(open) as WireEvent
  if (sealed === '') return event
  for (const [path, value] of JSON.parse(sealed) as Taken) putBack(event, path, value)
  return event
}

function putBack(event: WireEvent, path: Path, value: Json): void {
  let at = event as unknown as { [key: string | number]: unknown }
  for (const key of path.slice(0, -1)) {
    if (!Object.hasOwn(at, key)) throw new Error(`there is no place ${path.join('.')}`)
    at = at[key] as typeof at
  }
  const last = path.at(-1) ?? ''
  if (String(last) in Object.prototype) throw new Error(`${path.join('.')} is no place in an event`)
  at[last] = value
}

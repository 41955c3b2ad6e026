import { z } from 'zod'
import { Key, MessageId, RunId, SessionId, TaskId } from '../shared/ids.ts'
import type { Json } from '../shared/json.ts'
import type { Event } from './event.ts'
import { type Exactly, exactly } from './exactly.ts'
import { type FactType, facts, versionOf } from './facts.ts'
import { upcast } from './upcast.ts'

const Ordinal = z.number().int().min(1)

const Envelope = z.strictObject({
  session: SessionId,
  seq: Ordinal,
  batch: Ordinal,
  v: Ordinal,
  at: z.number(),
  type: z.string(),
  id: MessageId.optional(),
  run: RunId.optional(),
  task: TaskId.optional(),
  agent: Key.optional(),
  parent: Key.optional(),
  step: z.string().optional(),
  person: z.strictObject({ id: z.string(), name: z.string() }).optional(),
  data: z.unknown(),
})
type Envelope = z.infer<typeof Envelope>

/** An event's position in the log. */
export type Position = Pick<Event, 'session' | 'seq' | 'batch'>

/** An event in its newest shape. Throws with what is wrong. A log may pass the position separately. */
export function parseEvent(envelope: unknown, position?: Position): Event {
  const isPlain = position !== undefined && areExact(envelope, position)
  const fields = isPlain
    ? (envelope as Envelope)
    : Envelope.parse(position ? { ...(envelope as object), ...position } : envelope)
  return eventOf(fields, isPlain ? position : (fields as Position))
}

const apart = { session: true, seq: true, batch: true } as const
let envelopeChecks: { readonly position: Exactly; readonly rest: Exactly } | undefined

/** Created lazily: most commands read no log. */
function areExact(rest: unknown, position: Position): boolean {
  envelopeChecks ??= { position: exactly(Envelope.pick(apart)), rest: exactly(Envelope.omit(apart)) }
  return envelopeChecks.rest(rest) && envelopeChecks.position(position)
}

type Draft = { -readonly [Key in keyof Envelope]: Envelope[Key] }

/** Key by key: a log of 100,000 events makes as many of these, and a spread takes three times as long. */
function eventOf(fields: Envelope, { session, seq, batch }: Position): Event {
  const { type, v, data } = newestOf(fields.type, fields.v, fields.data as Json)
  const event = { session, seq, batch, v, at: fields.at, type } as Draft
  if (fields.id !== undefined) event.id = fields.id
  if (fields.run !== undefined) event.run = fields.run
  if (fields.task !== undefined) event.task = fields.task
  if (fields.agent !== undefined) event.agent = fields.agent
  if (fields.parent !== undefined) event.parent = fields.parent
  if (fields.step !== undefined) event.step = fields.step
  if (fields.person !== undefined) event.person = fields.person
  event.data = dataOf(type, data)
  return event as Event
}

const checks = new Map<FactType, Exactly>()

const dataOf = (type: FactType, data: Json): unknown => (checkOf(type)(data) ? data : facts[type].parse(data))

function checkOf(type: FactType): Exactly {
  const made = checks.get(type) ?? exactly(facts[type])
  checks.set(type, made)
  return made
}

/** An event written by a newer program. It is valid, but cannot be understood here. */
export class NewerEvent extends Error {}

/** A type's data in its newest shape, not parsed. Throws `NewerEvent` if this program is too old for it. */
export function newestOf(name: string, v: number, data: Json): { type: FactType; v: number; data: Json } {
  const type = types.get(name)
  if (!type) throw new NewerEvent(`event type ${name}`)
  const newest = versionOf(type)
  if (v > newest) throw new NewerEvent(`${type} version ${v}, newer than ${newest}`)
  return { type, v: newest, data: upcast(type, data, { from: v, to: newest }) }
}

/** Interned by name: comparing these strings compares two addresses, and the fold does so a hundred times per event. */
const types = new Map((Object.keys(facts) as FactType[]).map((type) => [type as string, type]))

/**
 * Why a log could not return this event as it is, if so. A number that JSON cannot represent is one reason: it would
 * come back as null, which often means something else. A key without a value may be lost.
 */
export function whyUnreadable(event: Event): string | undefined {
  if (isExact(event)) return undefined
  try {
    parseEvent(JSON.parse(JSON.stringify(event, refuseOddNumber)))
    return undefined
  } catch (error) {
    return `${event.type}: ${(error as Error).message}`
  }
}

let eventCheck: Exactly | undefined

/** Almost every event, and without copying it: each one is checked before it is written. */
function isExact(event: Event): boolean {
  eventCheck ??= exactly(Envelope)
  return (
    eventCheck(event) && types.has(event.type) && event.v === versionOf(event.type) && checkOf(event.type)(event.data)
  )
}

function refuseOddNumber(key: string, value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new Error(`${key} is ${value}`)
  return value
}

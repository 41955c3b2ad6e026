import { z } from 'zod'
import { MessageId, RunId, SessionId, TaskId } from '../shared/ids.ts'
import type { Json } from '../shared/json.ts'
import type { Event } from './event.ts'
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
  agent: z.string().optional(),
  parent: z.string().optional(),
  step: z.string().optional(),
  person: z.strictObject({ id: z.string(), name: z.string() }).optional(),
  data: z.unknown(),
})

/** An event in its newest shape, or a throw that says what is wrong with it. */
export function parseEvent(envelope: unknown): Event {
  const event = Envelope.parse(envelope)
  const { type, v, data } = newestOf(event.type, event.v, event.data as Json)
  return { ...event, v, data: facts[type].parse(data) } as Event
}

/** An event that a newer program wrote. Nothing is wrong with it; it cannot be understood here. */
export class NewerEvent extends Error {}

/** The data of a type in the shape of its newest version, not parsed; throws `NewerEvent` if this program is too old for it. */
export function newestOf(type: string, v: number, data: Json): { type: FactType; v: number; data: Json } {
  if (!isFactType(type)) throw new NewerEvent(`event type ${type}`)
  const newest = versionOf(type)
  if (v > newest) throw new NewerEvent(`${type} version ${v}, newer than ${newest}`)
  return { type, v: newest, data: upcast(type, data, { from: v, to: newest }) }
}

const isFactType = (type: string): type is FactType => Object.hasOwn(facts, type)

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
  data: z.unknown(),
})

/** An event in its newest shape, or a throw that says what is wrong with it. */
export function parseEvent(envelope: unknown): Event {
  const event = Envelope.parse(envelope)
  if (!isFactType(event.type)) throw new Error(`there is no event type ${event.type}`)
  const newest = versionOf(event.type)
  if (event.v > newest) throw new Error(`${event.type} version ${event.v} is newer than this program knows (${newest})`)
  const data = upcast(event.type, event.data as Json, { from: event.v, to: newest })
  return { ...event, v: newest, data: facts[event.type].parse(data) } as Event
}

const isFactType = (type: string): type is FactType => Object.hasOwn(facts, type)

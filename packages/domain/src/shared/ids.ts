import { z } from 'zod'

/** Not a name that every object has: `tasks['__proto__']` would find something that nobody has put there. */
export const isKey = (id: unknown): id is string => typeof id === 'string' && !Object.hasOwn(Object.prototype, id)

const keys = new WeakSet<object>()

/** Whether a schema is one of the ids below. */
export const isKeySchema = (schema: object): boolean => keys.has(schema)

/** An id under which the state keeps something. Logs come from outside, so it is checked when one is read. */
function key() {
  const schema = z.string().refine(isKey, 'must not be a name that every object has')
  keys.add(schema)
  return schema
}

/** Any other id. */
export const Key = key()

/** Bare ULIDs on the wire. The brand keeps a session id from being passed as a run id. */
export const SessionId = key().brand<'SessionId'>()
export type SessionId = z.infer<typeof SessionId>

export const RunId = key().brand<'RunId'>()
export type RunId = z.infer<typeof RunId>

/** A path that names a place, such as `1/round2/ada`: the same state gives the same id in every process. */
export const TaskId = key().brand<'TaskId'>()
export type TaskId = z.infer<typeof TaskId>

/** `<task>/say3.1`: third reply, first attempt. */
export const EffectKey = key().brand<'EffectKey'>()
export type EffectKey = z.infer<typeof EffectKey>

/** `c1-2`: second call of the first reply, unique within its task. Our own, since providers' ids repeat. */
export const CallId = key().brand<'CallId'>()
export type CallId = z.infer<typeof CallId>

/** `<task>/<call>/ask`. */
export const AskId = key().brand<'AskId'>()
export type AskId = z.infer<typeof AskId>

/** `m1`, `m2` … per session, in log order, so that text can cite them. */
export const MessageId = key().brand<'MessageId'>()
export type MessageId = z.infer<typeof MessageId>

/** The part of a session's id that people see: ids created together differ at their end. */
export const shortId = (id: string): string => id.slice(-8)

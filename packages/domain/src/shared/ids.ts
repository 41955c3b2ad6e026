import { z } from 'zod'

/** Not a name that every object has: `tasks['__proto__']` would find something that nobody has put there. */
export const isKey = (id: unknown): id is string => typeof id === 'string' && !Object.hasOwn(Object.prototype, id)

/** An id under which the state keeps something. Logs come from outside, so it is checked when one is read. */
export const Key = z.string().refine(isKey, 'must not be a name that every object has')

/** Bare ULIDs on the wire. The brand keeps a session id from being passed as a run id. */
export const SessionId = Key.brand<'SessionId'>()
export type SessionId = z.infer<typeof SessionId>

export const RunId = Key.brand<'RunId'>()
export type RunId = z.infer<typeof RunId>

/** A path that names a place, such as `1/round2/ada`: the same state gives the same id in every process. */
export const TaskId = Key.brand<'TaskId'>()
export type TaskId = z.infer<typeof TaskId>

/** `<task>/say3.1`: third reply, first attempt. */
export const EffectKey = Key.brand<'EffectKey'>()
export type EffectKey = z.infer<typeof EffectKey>

/** `c1-2`: second call of the first reply, unique within its task. Our own, since providers' ids repeat. */
export const CallId = Key.brand<'CallId'>()
export type CallId = z.infer<typeof CallId>

/** `<task>/<call>/ask`. */
export const AskId = Key.brand<'AskId'>()
export type AskId = z.infer<typeof AskId>

/** `m1`, `m2` … per session, in log order, so that text can cite them. */
export const MessageId = Key.brand<'MessageId'>()
export type MessageId = z.infer<typeof MessageId>

import { z } from 'zod'

/** Bare ULIDs on the wire. The brand keeps a session id from being passed as a run id. */
export const SessionId = z.string().brand<'SessionId'>()
export type SessionId = z.infer<typeof SessionId>

export const RunId = z.string().brand<'RunId'>()
export type RunId = z.infer<typeof RunId>

/** A path that names a place, such as `1/round2/ada`: the same state gives the same id in every process. */
export const TaskId = z.string().brand<'TaskId'>()
export type TaskId = z.infer<typeof TaskId>

/** `<task>/say3.1`: third reply, first attempt. */
export const EffectKey = z.string().brand<'EffectKey'>()
export type EffectKey = z.infer<typeof EffectKey>

/** `c1-2`: second call of the first reply, unique within its task. Our own, since providers' ids repeat. */
export const CallId = z.string().brand<'CallId'>()
export type CallId = z.infer<typeof CallId>

/** `<task>/<call>/ask`. */
export const AskId = z.string().brand<'AskId'>()
export type AskId = z.infer<typeof AskId>

/** `m1`, `m2` … per session, in log order, so that text can cite them. */
export const MessageId = z.string().brand<'MessageId'>()
export type MessageId = z.infer<typeof MessageId>

import type { Outcome, SessionId } from '@convene/domain'

/** A call that is about to be made. */
export type CalledModel = { readonly session: SessionId; readonly model: string }

/** Stops calling a provider that is down. Without it, 200 sessions would keep hammering it. */
export interface CircuitBreakers {
  /** Undefined if the call may start. Otherwise its immediate outcome, with the time to wait. */
  enter(call: CalledModel): Promise<Outcome | undefined>
  /** Reports how the call ended. Required for every `enter` that let a call start. */
  leave(call: CalledModel, outcome: Outcome): Promise<void>
}

import type { EffectKey, Refusal, SessionId } from '@convene/domain'

export type PlannedCall = {
  readonly session: SessionId
  readonly effect: EffectKey
  /** The most it may cost. Null if the model's price is unknown. */
  readonly costUsd: number | null
}

/** Money shared by several processes. Reservations are settled by the log, together with the call's end. */
export interface Budgets {
  /** Reserves what a call may cost, or says why it may not start. Rejects with `StorageFailure` if unknown. */
  reserve(call: PlannedCall): Promise<Refusal | undefined>
}

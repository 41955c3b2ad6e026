import type { EffectKey, Refusal, SessionId } from '@convene/domain'

export type PlannedCall = {
  readonly session: SessionId
  readonly effect: EffectKey
  /** What it may cost at most. Null if the model's price is unknown. */
  readonly costUsd: number | null
}

/** Money that several processes share. What is reserved is settled by the log, together with the call's end. */
export interface Budgets {
  /** Reserves what a call may cost, or says why it may not start. Rejects with `StorageFailure` if nobody can know. */
  reserve(call: PlannedCall): Promise<Refusal | undefined>
}

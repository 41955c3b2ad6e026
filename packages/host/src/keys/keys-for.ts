import { type Refusal, type Result, refuse } from '@convene/domain'
import type { Program } from '../program.ts'
import type { Unlocked } from './with-keys.ts'

/** The keys for a run that starts. For a preview, nothing has to be unlocked. */
export async function keysFor(program: Program, isOnlyLook: boolean): Promise<Unlocked> {
  return isOnlyLook ? { environment: await program.withStandIns(), problems: [] } : program.withKeys()
}

/** A model that seems unconnected may just have its key locked away. */
export function refuseWithKeys({ code, message }: Refusal, { problems }: Unlocked): Result<never> {
  return refuse(code, code === 'not_configured' ? [message, ...problems].join('\n') : message)
}

/** A user who has connected a model does not want a rehearsal because a keychain is locked. */
export function refuseLocked({ problems }: Unlocked): Result<never> {
  const otherwise = 'To rehearse without a model, choose the model rehearsal/offline.'
  return refuse('keys_locked', [...problems, otherwise].join('\n'))
}

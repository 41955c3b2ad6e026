import type { Refusal } from '@convene/domain'
import type { Program } from '@convene/host'
import { sessionBy } from '@convene/server'
import type { SignedInCaller } from '../accounts/account/account.ts'
import { permissionOf, refuseAction } from '../accounts/role/permissions.ts'
import { UNKNOWN_CALLER } from './calling-person.ts'

const notLoggedIn: Refusal = { code: 'unauthorized', message: 'Log in, or send an access token.' }

/** Why a caller may not make a call, if so. `id`: the session that its path names. */
export async function refuseCaller(
  { caller, program }: { readonly caller: SignedInCaller; readonly program: Program },
  action: string,
  id?: string,
): Promise<Refusal | undefined> {
  if (caller === UNKNOWN_CALLER) return permissionOf(action) === 'anyone' ? undefined : notLoggedIn
  const needsStarter = typeof permissionOf(action) === 'object' && caller.role !== 'admin' && id !== undefined
  const refusal = refuseAction(caller, action, caller.person.id)
  if (refusal || !needsStarter) return refusal
  const found = await sessionBy(program, id)
  return found.ok ? refuseAction(caller, action, found.value.startedBy?.id) : found.refusal
}

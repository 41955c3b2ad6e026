import { permissionOf, refuseAction } from '@convene/accounts'
import type { Refusal } from '@convene/domain'
import type { Context } from '../context.ts'
import { sessionBy } from '../sessions/find.ts'
import { UNKNOWN } from './calling-person.ts'

const notLoggedIn: Refusal = { code: 'unauthorized', message: 'Log in, or send an access token.' }

/** Why a caller may not make a call, if so. On a single-user server, the user may do everything. */
export async function refuseCaller(
  { people, program }: Pick<Context, 'people' | 'program'>,
  action: string,
  { id }: { readonly [name: string]: string | undefined } = {},
): Promise<Refusal | undefined> {
  if (!people) return undefined
  const { caller } = people
  if (caller === UNKNOWN) return permissionOf(action) === 'anyone' ? undefined : notLoggedIn
  const needsStarter = typeof permissionOf(action) === 'object' && caller.role !== 'admin' && id !== undefined
  const refusal = refuseAction(caller, action, caller.person.id)
  if (refusal || !needsStarter) return refusal
  const found = await sessionBy(program, id)
  return found.ok ? refuseAction(caller, action, found.value.startedBy?.id) : found.refusal
}

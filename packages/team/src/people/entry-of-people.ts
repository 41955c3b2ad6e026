import { ok } from '@convene/domain'
import type { EntryOptions, EntryRequest } from '@convene/server'
import { type Guard, isOpenToAll, refuseForeign } from '@convene/server'
import { isLoginPath, type Logins } from '../login/mount-login.ts'
import type { TeamProgram } from '../program.ts'
import { CallerApps } from './caller-apps.ts'
import { UNKNOWN_CALLER } from './calling-person.ts'
import { findCaller } from './find-caller.ts'

type Options = EntryOptions & { readonly program: TeamProgram; readonly guard: Guard; readonly logins: Logins }

/** The entry for several people: each may make the calls that their role in their space allows. */
export function entryOfPeople({ logins: { accounts }, ...options }: Options): EntryRequest {
  const { guard } = options
  const apps = new CallerApps({ ...options, accounts })
  return {
    async enter({ method, headers }, path) {
      const foreign = refuseForeign(guard, { path, headers })
      if (foreign) return { ok: false, refusal: foreign }
      if (isOpenToAll({ method, path }) || isLoginPath(path)) return ok(apps.of(UNKNOWN_CALLER))
      const caller = await findCaller(guard, accounts, { path, headers })
      return caller.ok ? ok(apps.of(caller.value)) : caller
    },
    close: () => apps.close(),
  }
}

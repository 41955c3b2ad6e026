import type { SignedInCaller } from '../accounts/account/account.ts'
import type { Accounts } from '../accounts/account/accounts.ts'
import type { SpaceKeys } from '../accounts/keys/space-keys.ts'
import type { Presence } from '../accounts/presence/presence.ts'
import { MAIN_SPACE } from '../accounts/role/main-space.ts'

/** The person who makes a call, and their accounts. The call's program is bound to their space. */
export type CallingPerson = {
  readonly caller: SignedInCaller
  readonly accounts: Accounts
  keys(): Promise<SpaceKeys>
  together(): Promise<Presence>
  /** The login hash of this call. */
  readonly login: string | undefined
  /** The token hash of this call. */
  readonly token: string | undefined
}

/** The hashes of the login and the token in a call's headers. */
export type SecretsIn = (headers: Headers) => Pick<CallingPerson, 'login' | 'token'>

/** The holder of the server’s own token, for automation and the first steps without a login. */
export const OPERATOR = { id: 'operator', name: 'operator' } as const

/** The caller without a login, who gets only open routes, see `refuseCaller`. Webhooks start runs as this caller. */
export const UNKNOWN_CALLER: SignedInCaller = {
  person: { id: 'webhook', name: 'webhook' },
  space: MAIN_SPACE,
  role: 'member',
}

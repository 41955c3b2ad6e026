import { type Accounts, type Caller, MAIN_SPACE, type SpaceKeys, type Together } from '@convene/accounts'

/** Who makes a call on a team server, and the accounts behind it. The program of the call is bound to their space. */
export type CallingPerson = {
  readonly caller: Caller
  readonly accounts: Accounts
  keys(): Promise<SpaceKeys>
  together(): Promise<Together>
  /** Whether a request would still be one of the same person, in the same space and role. */
  isStill(request: Request): Promise<boolean>
  /** Counts a stream until the returned function is called. Undefined if this person has too many. */
  openStream(): (() => void) | undefined
  /** The hash of the login that a browser sends. */
  loginIn(headers: Headers): string | undefined
  /** That of this call. */
  readonly login?: string | undefined
  /** The hash of the token of this call. */
  readonly token?: string | undefined
}

/** The holder of the server’s own token. Automation and the first steps need nobody to log in. */
export const OPERATOR = { id: 'operator', name: 'operator' } as const

/** Who calls what needs no login. Only that is answered: see `refuseCaller`. A webhook starts runs as this one. */
export const UNKNOWN: Caller = { person: { id: 'webhook', name: 'webhook' }, space: MAIN_SPACE, role: 'member' }

import { type Accounts, type Caller, MAIN_SPACE, type SpaceKeys, type Together } from '@convene/accounts'
import type { AgentBudget } from '@convene/host'

/** The person who makes a call on a team server, and their accounts. The call's program is bound to their space. */
export type CallingPerson = {
  readonly caller: Caller
  readonly accounts: Accounts
  keys(): Promise<SpaceKeys>
  /** What their programs may spend here. */
  readonly budget: AgentBudget
  together(): Promise<Together>
  /** Whether a request still belongs to the same person, space and role. */
  isStill(request: Request): Promise<boolean>
  /** Counts a stream until the returned function is called. Undefined if this person has too many. */
  openStream(): (() => void) | undefined
  /** The hash of a browser's login. */
  loginIn(headers: Headers): string | undefined
  /** The login hash of this call. */
  readonly login?: string | undefined
  /** The token hash of this call. */
  readonly token?: string | undefined
}

/** The holder of the server’s own token, for automation and the first steps without a login. */
export const OPERATOR = { id: 'operator', name: 'operator' } as const

/** The caller without a login, who gets only open routes, see `refuseCaller`. Webhooks start runs as this caller. */
export const UNKNOWN: Caller = { person: { id: 'webhook', name: 'webhook' }, space: MAIN_SPACE, role: 'member' }

import { ok, type Result, refuse } from '@convene/domain'
import { SPACE_HEADER } from '@convene/protocol'
import { type Guard, hasPageKey, isCall, isForAgents, refuseStranger } from '@convene/server'
import type { SignedInCaller } from '../accounts/account/account.ts'
import type { Accounts } from '../accounts/account/accounts.ts'
import { MAIN_SPACE } from '../accounts/role/main-space.ts'
import { loginHashIn, secretHash } from '../login/login-cookie.ts'
import { OPERATOR } from './calling-person.ts'

type CallerRequest = { readonly path: string; readonly headers: Headers }

/** Who makes a request: the operator, the owner of a personal token, or a logged-in person. */
export async function findCaller(
  guard: Guard,
  accounts: Accounts,
  asked: CallerRequest,
): Promise<Result<SignedInCaller>> {
  const { path, headers } = asked
  const wanted = headers.get(SPACE_HEADER) ?? undefined
  const stranger = refuseStranger(guard, path, headers)
  if (!stranger) return operatorIn(accounts, wanted)
  const hash = tokenHashIn(headers)
  const byToken = hash === undefined ? undefined : await accounts.callerByToken(hash)
  if (byToken?.for === 'programs' && !isForAgents(path))
    return refuse('forbidden', 'This token only asks teams, over MCP, A2A and the OpenAI API. Use another token.')
  const caller = byToken ?? (await byLogin(guard, accounts, asked))
  if (!caller) return { ok: false, refusal: stranger }
  if (wanted !== undefined && wanted !== caller.space)
    return byToken
      ? refuse('forbidden', `This token is for the space "${caller.space}", not for "${wanted}".`)
      : refuse('forbidden', `You switched to the space "${caller.space}" in another tab. Reload this page.`)
  return ok(caller)
}

async function operatorIn(accounts: Accounts, wanted = MAIN_SPACE): Promise<Result<SignedInCaller>> {
  if (wanted !== MAIN_SPACE && !(await accounts.space(wanted)))
    return refuse('unknown_space', `There is no space "${wanted}".`)
  return ok({ person: OPERATOR, space: wanted, role: 'admin' })
}

/** The hash of a program's token. */
export function tokenHashIn(headers: Headers): string | undefined {
  const [, token] = /^Bearer (\S{20,200})$/iu.exec(headers.get('authorization') ?? '') ?? []
  return token === undefined ? undefined : secretHash(token)
}

/** As with the operator's, a cookie alone opens pages but makes no calls. If there is a token, the token decides. */
async function byLogin(
  guard: Guard,
  accounts: Accounts,
  { path, headers }: CallerRequest,
): Promise<SignedInCaller | undefined> {
  if (headers.has('authorization') || (isCall(path) && !hasPageKey(guard, headers))) return undefined
  const hash = loginHashIn(headers, guard.names().originOf(headers.get('host') ?? ''))
  return hash === undefined ? undefined : accounts.callerByLogin(hash)
}

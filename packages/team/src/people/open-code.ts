import { randomBytes } from 'node:crypto'
import { type Result, refuse } from '@convene/domain'
import type { Guard } from '@convene/server'
import { type Ends, isEqualInConstantTime, isOtherUser, operatorPage, refusedPage } from '@convene/server'
import { type AccountPerson, holderText, OPEN_CODE } from '../accounts/account/account.ts'
import { MAIN_SPACE } from '../accounts/role/main-space.ts'
import { ownPath } from '../login/flow.ts'
import { secretHash } from '../login/login-cookie.ts'
import { type Logins, letIn } from '../login/mount-login.ts'
import { type CallingPerson, OPERATOR } from './calling-person.ts'
import { isByToken } from './tokens.ts'

const LIFE_MS = 60_000

/** A code that opens one browser as the person who asks for it. Any server of the team accepts it, once. */
export async function makeOpenCode(people: CallingPerson, now: number): Promise<Result<{ readonly code: string }>> {
  const { accounts, caller } = people
  if (isByToken(people))
    return refuse('no_login', 'A token cannot open a browser, which would outlive it. Log in with the browser itself.')
  const code = randomBytes(32).toString('base64url')
  const data = holderText({ space: caller.space, person: caller.person.id })
  await accounts.keepOneTime({ hash: secretHash(code), purpose: OPEN_CODE, data, expiresAt: now + LIFE_MS })
  return { ok: true, value: { code } }
}

/** Opens the page for the holder of the server's token, or for the one who made the code. Every use is audited. */
export async function openForPeople(guard: Guard, logins: Logins, request: Request, ends: Ends | undefined) {
  const { searchParams } = new URL(request.url)
  const code = searchParams.get('code')
  if (code !== null && isOtherUser(ends)) return refused('This link is for another user of this machine.')
  if (code === null && !isEqualInConstantTime(searchParams.get('token') ?? '', guard.token))
    return refused('This link is not valid.')
  const holder = code === null ? theOperator : await holderOf(logins, code)
  if (!holder) return refused('This link has already been used, or is older than a minute.')
  const { space, person } = holder
  const how = code === null ? 'with the token of the server' : 'with a code'
  if (person.id !== OPERATOR.id) {
    const origin = guard.names().originOf(request.headers.get('host') ?? '')
    return letIn(guard, logins, person, { request, origin, to: ownPath(searchParams.get('to')), space, how })
  }
  await logins.accounts.record({
    space: null,
    by: OPERATOR,
    action: 'login.created',
    target: OPERATOR.id,
    details: how,
  })
  return operatorPage(guard, request)
}

type Holder = { readonly space: string; readonly person: Pick<AccountPerson, 'id' | 'name'> }

const theOperator: Holder = { space: MAIN_SPACE, person: OPERATOR }

/** The one who made the code, if they are still a member. */
async function holderOf({ accounts }: Logins, code: string): Promise<Holder | undefined> {
  const data = await accounts.takeOneTime(secretHash(code), OPEN_CODE)
  if (data === undefined) return undefined
  const [space = '', id = ''] = JSON.parse(data) as readonly string[]
  if (id === OPERATOR.id) return theOperator
  const [person, spaces] = [await accounts.person(id), await accounts.spacesOf(id)]
  return person && spaces.some((each) => each.id === space) ? { space, person } : undefined
}

const refused = (message: string): Response => refusedPage('/open', { code: 'unauthorized', message })

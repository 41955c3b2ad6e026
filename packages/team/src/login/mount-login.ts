import { randomBytes } from 'node:crypto'
import { type Result, refuse } from '@convene/domain'
import type { Guard } from '@convene/server'
import { cookieHeader, cookieIn, pageAddress } from '@convene/server'
import type { Env, Hono } from 'hono'
import type { AccountPerson } from '../accounts/account/account.ts'
import type { Accounts } from '../accounts/account/accounts.ts'
import { MAIN_SPACE } from '../accounts/role/main-space.ts'
import { FLOW_SECONDS, type LoginFlow, newFlow, ownPath, readFlow, writeFlow } from './flow.ts'
import { type GroupRoles, identityOf } from './identity.ts'
import { LOGIN_DAYS, loginCookie, loginHashIn, secretHash } from './login-cookie.ts'
import { CARRY_PATH, carryScript, loginPage } from './login-page.ts'
import type { Oidc } from './oidc.ts'

/** How people log in. */
export type Logins = {
  readonly accounts: Accounts
  /** Without it, people log in by link only. */
  readonly oidc?: Oidc | undefined
  readonly groupsClaim: string
  readonly roles: GroupRoles
  now(): number
}

const FLOW = 'flow'
export const FIRST_ADMIN = 'first-admin'
const CALLBACK = '/login/callback'

/** Paths that need no login. */
export const isLoginPath = (path: string): boolean => path === '/login' || path.startsWith('/login/')

/** The redirect for anyone who opens a page without being logged in. */
export const toLogin = (path: string): Response =>
  seeOther(`/login${path === '/' ? '' : `?${new URLSearchParams({ to: ownPath(path) })}`}`)

/** The pages of logging in. */
export function mountLogin<E extends Env>(app: Hono<E>, guard: Guard, logins: Logins): void {
  const { oidc } = logins
  const service = serviceOf(logins)
  const originOf = (request: Request): string => guard.names().originOf(request.headers.get('host') ?? '')
  app.get('/login', async ({ req }) => {
    const to = ownPath(req.query('to'))
    const hash = loginHashIn(req.raw.headers, originOf(req.raw))
    if (hash !== undefined && (await logins.accounts.callerByLogin(hash))) return seeOther(pageAddress(guard, to))
    return loginPage({ service, to })
  })
  app.get(
    CARRY_PATH,
    () => new Response(carryScript, { headers: { 'content-type': 'text/javascript; charset=utf-8' } }),
  )
  app.get('/login/start', async ({ req }) => {
    const origin = originOf(req.raw)
    const flow = newFlow(ownPath(req.query('to')))
    const begun = oidc ? await oidc.begin(flow, `${origin}${CALLBACK}`) : noService
    if (!begun.ok) return loginPage({ service, refusal: begun.refusal })
    return seeOther(begun.value.href, flowCookie(origin, writeFlow(flow), FLOW_SECONDS))
  })
  app.get(CALLBACK, async ({ req }) => {
    const origin = originOf(req.raw)
    const finished = await finish(
      logins,
      readFlow(cookieIn(req.raw.headers, origin, FLOW)),
      `${origin}${pathOf(req.raw)}`,
    )
    const over = flowCookie(origin, '', 0)
    if (!finished.ok) return withCookies(loginPage({ service, refusal: finished.refusal }), over)
    const { person, to } = finished.value
    return withCookies(
      await letIn(guard, logins, person, { request: req.raw, origin, to, how: `with ${service}` }),
      over,
    )
  })
  app.get('/login/first', async ({ req }) => {
    const person = await firstAdmin(logins, req.query('code') ?? '')
    if (!person.ok) return loginPage({ service, refusal: person.refusal })
    return letIn(guard, logins, person.value, {
      ...{ request: req.raw, origin: originOf(req.raw), to: '/' },
      how: 'with the link for the first admin',
    })
  })
}

const serviceOf = ({ oidc }: Logins): string | undefined => oidc && new URL(oidc.issuer).host

const noService = refuse('login_failed', 'No login service is configured.')

const flowCookie = (origin: string, value: string, seconds: number): string =>
  cookieHeader(origin, { name: FLOW, value, sameSite: 'Lax', seconds })

const pathOf = ({ url }: Request): string => new URL(url).pathname + new URL(url).search

async function finish(
  { oidc, accounts, groupsClaim, roles }: Logins,
  flow: LoginFlow | undefined,
  answer: string,
): Promise<Result<{ readonly person: AccountPerson; readonly to: string }>> {
  if (!oidc) return noService
  if (!flow)
    return refuse('login_failed', 'This login was started in another browser or more than 10 minutes ago. Start again.')
  const claims = await oidc.finish(flow, new URL(answer))
  if (!claims.ok) return claims
  const identity = identityOf(oidc.issuer, claims.value, { groupsClaim, roles })
  if (!identity.ok) return identity
  return { ok: true, value: { person: await accounts.signIn(identity.value), to: flow.to } }
}

/** The link printed by the first server makes its user the first admin, who can then add others. */
async function firstAdmin({ accounts }: Logins, code: string): Promise<Result<AccountPerson>> {
  const taken = await accounts.takeOneTime(secretHash(code), FIRST_ADMIN)
  if (taken === undefined || (await accounts.hasAdmin()))
    return refuse(
      'login_failed',
      'This link has been used or is older than an hour. If there is no admin yet, restart a server: it prints another link.',
    )
  const person = await accounts.createPerson({ name: 'Admin', email: null })
  await accounts.setRole({ space: MAIN_SPACE, person: person.id, role: 'admin' }, person)
  return { ok: true, value: person }
}

type Arrival = {
  readonly request: Request
  readonly origin: string
  readonly to: string
  /** Default: `main`, or the first of theirs. */
  readonly space?: string
  /** For the audit. */
  readonly how: string
}

/** Always creates a new login, so that one planted in this browser becomes worthless. */
export async function letIn(
  guard: Guard,
  logins: Logins,
  person: Pick<AccountPerson, 'id' | 'name'>,
  arrival: Arrival,
): Promise<Response> {
  const { accounts, now } = logins
  const { request, origin, to, how } = arrival
  const spaces = (await accounts.spacesOf(person.id)).map(({ id }) => id)
  const space = arrival.space ?? (spaces.includes(MAIN_SPACE) ? MAIN_SPACE : spaces[0])
  if (space === undefined) {
    const message = `You are ${person.name}, but have no role in any space. Ask an admin to add you.`
    return loginPage({ service: serviceOf(logins), refusal: { code: 'no_role', message } })
  }
  const former = loginHashIn(request.headers, origin)
  if (former !== undefined) await accounts.endLogin(former)
  const secret = randomBytes(32).toString('base64url')
  const expiresAt = now() + LOGIN_DAYS * 86_400_000
  await accounts.createLogin({ hash: secretHash(secret), person: person.id, space, expiresAt })
  const { id, name } = person
  await accounts.record({ space: null, by: { id, name }, action: 'login.created', target: id, details: how })
  return seeOther(pageAddress(guard, to), loginCookie(origin, secret))
}

const seeOther = (location: string, ...cookies: readonly string[]): Response =>
  withCookies(new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } }), ...cookies)

function withCookies(response: Response, ...cookies: readonly string[]): Response {
  for (const cookie of cookies) response.headers.append('set-cookie', cookie)
  return response
}

import { randomUUID } from 'node:crypto'
import type { Guard } from '@convene/server'
import { Hono } from 'hono'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AccountPerson, Identity, Login, SignedInCaller } from '../accounts/account/account.ts'
import type { Accounts } from '../accounts/account/accounts.ts'
import { type Browser, browser } from './browser.fixture.ts'
import { secretHash } from './login-cookie.ts'
import { CLIENT, type Forgery, forgingService, type LoginService, loginService } from './login-service.fixture.ts'
import { FIRST_ADMIN, mountLogin } from './mount-login.ts'
import { openOidc } from './oidc.ts'

const ORIGIN = 'https://convene.example'
const CALLBACK = `${ORIGIN}/login/callback`
const isCallback = (url: URL) => url.href.startsWith(CALLBACK)

let service: LoginService
let forging: Awaited<ReturnType<typeof forgingService>>

beforeAll(async () => {
  service = await loginService(CALLBACK)
  forging = await forgingService()
})

afterAll(() => Promise.all([service.close(), forging.close()]))

beforeEach(() => {
  service.somebody = { sub: 'alice', name: 'Alice', groups: ['makers'] }
})

/** In-memory accounts with what a login needs. */
function memory() {
  const people = new Map<string, Identity & AccountPerson>()
  const logins = new Map<string, Login>()
  const oneTimes = new Map<string, string>()
  let admin = ''
  const accounts = {
    signIn: async (identity: Identity) => {
      const id = `${identity.issuer} ${identity.subject}`
      people.set(id, { ...identity, id })
      return { id, name: identity.name, email: identity.email }
    },
    createPerson: async ({ name }: Pick<AccountPerson, 'name'>) => ({ id: randomUUID(), name, email: null }),
    setRole: async ({ person }: { person: string }) => {
      admin = person
      return 'done'
    },
    hasAdmin: async () => admin !== '',
    spacesOf: async (id: string) =>
      id === admin ? [{ id: 'main' }] : [...(people.get(id)?.roles.keys() ?? [])].map((space) => ({ id: space })),
    createLogin: async (login: Login) => void logins.set(login.hash, login),
    record: async () => undefined,
    endLogin: async (hash: string) => void logins.delete(hash),
    callerByLogin: async (hash: string) => logins.get(hash) && ({ space: 'main' } as SignedInCaller),
    takeOneTime: async (hash: string, purpose: string) => {
      const kept = oneTimes.get(hash)
      oneTimes.delete(hash)
      return kept === purpose ? '' : undefined
    },
  }
  return { accounts: accounts as unknown as Accounts, people, logins, oneTimes }
}

type Site = ReturnType<typeof memory> & { open(request: Request): Response | Promise<Response>; newBrowser(): Browser }

function site(issuer = service.issuer): Site {
  const kept = memory()
  const app = new Hono()
  const guard = {
    token: 'the-token',
    names: () => ({ isOurs: () => true, originOf: () => ORIGIN }),
  } as unknown as Guard
  mountLogin(app, guard, {
    accounts: kept.accounts,
    oidc: openOidc({ issuer, ...CLIENT, scopes: ['profile', 'email'], groupsClaim: 'groups' }),
    groupsClaim: 'groups',
    roles: { makers: 'member', leads: { main: 'admin', other: 'viewer' } },
    now: () => 1_000,
  })
  app.get('/', () => new Response('the page'))
  const open = (request: Request) => app.fetch(request)
  return { ...kept, open, newBrowser: () => browser({ [ORIGIN]: open }) }
}

const loginOf = ({ cookies }: Browser): string | undefined => cookies.get('convene.example __Host-convene-login-443')

test('after a login, the page has its key, a cookie that no script can read, and the user’s role', async () => {
  const { newBrowser, people, logins } = site()
  const alice = newBrowser()
  const { url } = await alice.open(`${ORIGIN}/login/start?to=${encodeURIComponent('/#/sessions/x')}`)
  expect(url.href).toMatch(/^https:\/\/convene\.example\/#key=[\w-]{43}&to=%2F%23%2Fsessions%2Fx$/u)
  expect([...people.values()]).toMatchObject([
    { subject: 'alice', name: 'Alice', roles: new Map([['main', 'member']]) },
  ])
  expect([...logins.keys()]).toEqual([secretHash(loginOf(alice) ?? '')])
  expect([...logins.values()]).toMatchObject([{ space: 'main', expiresAt: 1_000 + 30 * 86_400_000 }])
  expect([...alice.cookies.keys()].filter((name) => name.includes('flow'))).toEqual([])
  expect((await alice.open(`${ORIGIN}/login`)).url.hash).toMatch(/^#key=/u)
})

test('the cookie is for HTTPS only, hidden from scripts, and not sent by other sites’ forms', async () => {
  const { newBrowser, open } = site()
  const alice = newBrowser()
  const { url } = await alice.open(`${ORIGIN}/login/start`, isCallback)
  const cookie = [...alice.cookies]
    .filter(([name]) => name.startsWith('convene'))
    .map(([name, value]) => `${name.split(' ')[1]}=${value}`)
  const answer = await open(new Request(url, { headers: { cookie: cookie.join('; ') } }))
  const [login = ''] = answer.headers.getSetCookie().filter((line) => line.includes('login'))
  expect(login).toMatch(
    /^__Host-convene-login-443=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000; Secure$/u,
  )
})

describe('an answer of the login service is refused', () => {
  test('if its state does not match', async () => {
    const { newBrowser, logins } = site()
    const alice = newBrowser()
    const { url } = await alice.open(`${ORIGIN}/login/start`, isCallback)
    url.searchParams.set('state', 'x'.repeat(43))
    expect((await alice.open(url.href)).response?.status).toBe(403)
    expect(logins.size).toBe(0)
  })

  test('if its code was already used, and the first login stays valid', async () => {
    const { newBrowser, logins } = site()
    const alice = newBrowser()
    const { url } = await alice.open(`${ORIGIN}/login/start`, isCallback)
    const before = new Map(alice.cookies)
    await alice.open(url.href)
    expect(logins.size).toBe(1)
    // The thief has the URL and even the earlier cookies.
    const thief = newBrowser()
    for (const [name, value] of before) thief.cookies.set(name, value)
    expect((await thief.open(url.href)).response?.status).toBe(403)
    expect(loginOf(thief)).toBeUndefined()
    expect(logins.size).toBe(1)
  })

  test('in a browser that did not start the login, so that nobody is logged in as someone else', async () => {
    const { newBrowser, logins } = site()
    const { url } = await newBrowser().open(`${ORIGIN}/login/start`, isCallback)
    const victim = newBrowser()
    expect((await victim.open(url.href)).response?.status).toBe(403)
    await victim.open(`${ORIGIN}/login/start`, ({ origin }) => origin !== ORIGIN)
    expect((await victim.open(url.href)).response?.status).toBe(403)
    expect(logins.size).toBe(0)
  })

  test('if the user declined there, with a way to try again', async () => {
    const { newBrowser } = site()
    const alice = newBrowser()
    const { url } = await alice.open(`${ORIGIN}/login/start`, isCallback)
    url.searchParams.delete('code')
    url.searchParams.set('error', 'access_denied')
    const page = (await (await alice.open(url.href)).response?.text()) ?? ''
    expect(page).toContain('Try again')
  })

  const before = (claims: { readonly [claim: string]: unknown }) => Number(claims.iat) - 3_600
  const forgeries: readonly (readonly [string, Forgery])[] = [
    ['for another attempt (nonce)', (claims) => ({ ...claims, nonce: 'another' })],
    ['without a nonce', ({ nonce: _, ...claims }) => claims],
    ['from another issuer', (claims) => ({ ...claims, iss: 'https://evil.example' })],
    ['for another program', (claims) => ({ ...claims, aud: 'another' })],
    ['that has expired', (claims) => ({ ...claims, iat: before(claims), exp: before(claims) + 60 })],
    ['about nobody', ({ sub: _, ...claims }) => claims],
  ]
  const attempt = async (forge: Forgery, foreignKey = false) => {
    const { newBrowser, logins } = site(forging.issuer)
    const browsing = newBrowser()
    const { url } = await browsing.open(`${ORIGIN}/login/start`, ({ origin }) => origin !== ORIGIN)
    Object.assign(forging, { nonce: url.searchParams.get('nonce'), forge, foreignKey })
    const answer = new URLSearchParams({ code: 'c', state: url.searchParams.get('state') ?? '' })
    const { response } = await browsing.open(`${CALLBACK}?${answer}`)
    return { logins: logins.size, page: (await response?.text()) ?? '' }
  }

  test.each(forgeries)('%s', async (_what, forge) => {
    const { logins, page } = await attempt(forge)
    expect(page).toContain('The login was not accepted')
    expect(logins).toBe(0)
  })

  test('if it is signed with a foreign key', async () => {
    expect((await attempt((claims) => claims, true)).page).toContain('The login was not accepted')
    // The same answer with the right key is accepted, but Mallory is in no group.
    expect((await attempt((claims) => ({ ...claims, name: 'Mallory' }))).page).toContain('You are Mallory')
  })
})

test.each([
  '//evil.example',
  'https://evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
  '/%5C%5Cevil',
])('a login never leads to another site: %s', async (to) => {
  const alice = site().newBrowser()
  const { url } = await alice.open(`${ORIGIN}/login/start?to=${encodeURIComponent(to)}`)
  const brought = new URLSearchParams(url.hash.slice(1)).get('to') ?? '/'
  expect(new URL(brought, ORIGIN).origin).toBe(ORIGIN)
  expect(url.origin).toBe(ORIGIN)
})

test('a login planted in a browser is replaced and revoked', async () => {
  const { newBrowser, logins, accounts } = site()
  await accounts.createLogin({ hash: secretHash('planted'), person: 'mallory', space: 'main', expiresAt: 9e9 })
  const alice = newBrowser()
  alice.cookies.set('convene.example __Host-convene-login-443', 'planted')
  await alice.open(`${ORIGIN}/login/start`)
  expect(loginOf(alice)).not.toBe('planted')
  expect([...logins.keys()]).toEqual([secretHash(loginOf(alice) ?? '')])
})

test('two people with the same email address stay separate, and an unverified address is not stored', async () => {
  const { newBrowser, people } = site()
  const email = 'alice@example.com'
  service.somebody = { sub: 'alice', name: 'Alice', email, email_verified: true, groups: ['makers'] }
  await newBrowser().open(`${ORIGIN}/login/start`)
  service.somebody = { sub: 'mallory', name: 'Alice', email, email_verified: false, groups: ['makers'] }
  await newBrowser().open(`${ORIGIN}/login/start`)
  expect([...people.values()].map(({ subject, email: kept }) => [subject, kept])).toEqual([
    ['alice', email],
    ['mallory', null],
  ])
})

test('a person without a role is not logged in and learns why', async () => {
  const { newBrowser, logins } = site()
  service.somebody = { sub: 'bob', name: 'Bob <b>\u001b[31m', groups: ['strangers', 'constructor', '__proto__'] }
  const { response } = await newBrowser().open(`${ORIGIN}/login/start`)
  const page = (await response?.text()) ?? ''
  expect(page).toContain('have no role in any space')
  expect(page).not.toContain('<b>')
  expect(page).not.toContain('\u001b')
  expect(logins.size).toBe(0)
})

test('a page says that the login service is down, and the next attempt works', async () => {
  const { newBrowser } = site(forging.issuer)
  const away = ({ origin }: URL) => origin !== ORIGIN
  forging.isDown = true
  const { response } = await newBrowser().open(`${ORIGIN}/login/start`, away)
  expect(await response?.text()).toContain('does not answer')
  forging.isDown = false
  expect((await newBrowser().open(`${ORIGIN}/login/start`, away)).url.origin).toBe(forging.issuer)
})

describe('the link for the first admin', () => {
  test('works once', async () => {
    const { newBrowser, oneTimes, logins } = site()
    oneTimes.set(secretHash('code-1'), FIRST_ADMIN)
    expect((await newBrowser().open(`${ORIGIN}/login/first?code=code-1`)).url.hash).toMatch(/^#key=/u)
    expect((await newBrowser().open(`${ORIGIN}/login/first?code=code-1`)).response?.status).toBe(403)
    expect(logins.size).toBe(1)
  })

  test('is worthless once there is an admin, even with another code', async () => {
    const { newBrowser, oneTimes, logins } = site()
    for (const code of ['code-1', 'code-2']) oneTimes.set(secretHash(code), FIRST_ADMIN)
    await newBrowser().open(`${ORIGIN}/login/first?code=code-1`)
    expect((await newBrowser().open(`${ORIGIN}/login/first?code=code-2`)).response?.status).toBe(403)
    expect(logins.size).toBe(1)
  })

  test.each(['', 'wrong', FIRST_ADMIN])('with the code "%s" opens nothing', async (code) => {
    const { newBrowser, logins } = site()
    expect((await newBrowser().open(`${ORIGIN}/login/first?code=${code}`)).response?.status).toBe(403)
    expect(logins.size).toBe(0)
  })
})

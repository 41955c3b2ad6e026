import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, httpHost } from '@convene/protocol'
import { passOf } from '@convene/server'
import { reservedPort, sharedPostgres } from '@convene/testkit'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Accounts } from '../accounts/account/accounts.ts'
import type { SpaceRole } from '../accounts/account/role.ts'
import { openTeamProgram } from '../program.ts'
import { type RunningTeamServer, startTeamServer } from '../server/start-team.ts'
import { browser } from './browser.fixture.ts'
import { secretHash } from './login-cookie.ts'
import { CLIENT, loginService } from './login-service.fixture.ts'

const found = await sharedPostgres()
if ('reason' in found) test.skip(`needs Postgres: ${found.reason}`)

const TOKEN = 'the-token-that-all-servers-here-share'

type Node = { readonly server: RunningTeamServer; readonly accounts: Accounts; close(): Promise<void> }

/** A web server on a shared database, with its own data folder and the shared token. */
async function web(url: string, settings = {}, port = 0, token = TOKEN): Promise<Node> {
  const root = mkdtempSync(join(tmpdir(), 'convene-people-'))
  const environment = { CONVENE_TOKEN: token, OIDC_SECRET: CLIENT.clientSecret }
  mkdirSync(join(root, 'home'))
  writeFileSync(join(root, 'home', 'config.json'), JSON.stringify(settings))
  const { program, close } = openTeamProgram({
    home: join(root, 'home'),
    workspace: root,
    environment,
    version: '1.2.3',
    database: { url, capacity: 0 },
  })
  const started = await startTeamServer({ program, role: 'web', capacity: 0, host: '127.0.0.1', port })
  if (!started.ok) throw new Error(started.refusal.message)
  const team = await program.team()
  return {
    server: started.value,
    accounts: team.accounts,
    close: async () => {
      await started.value.close()
      await close()
      rmSync(root, { recursive: true, force: true })
    },
  }
}

describe.skipIf(!('server' in found))('people on two servers with one database', () => {
  let url: string
  let one: Node
  let two: Node

  beforeAll(async () => {
    url = 'server' in found ? await found.server.database() : ''
    one = await web(url)
    two = await web(url)
  })

  afterAll(() => Promise.all([one.close(), two.close()]))

  test('with a login service in the settings, people log in and get the highest role of their groups', async () => {
    const port = await reservedPort()
    const service = await loginService(`http://127.0.0.1:${port}/login/callback`)
    onTestFinished(() => service.close())
    await one.accounts.createSpace(
      { id: 'research', name: 'Research', fourEyes: false },
      { id: 'operator', name: 'operator' },
    )
    const roles = { engineering: { research: 'member' }, leads: { research: 'approver' }, all: { research: 'viewer' } }
    const oidc = { issuer: service.issuer, clientId: CLIENT.clientId, clientSecretEnv: 'OIDC_SECRET', roles }
    const node = await web(url, { server: { oidc } }, port)
    onTestFinished(() => node.close())
    service.somebody = { sub: 'ada', name: 'Ada', groups: ['engineering', 'leads', 'all'] }
    const ada = browser({})
    const { url: arrived } = await ada.open(`${node.server.address}/login/start`, ({ hash }) =>
      hash.startsWith('#key='),
    )
    const key = new URLSearchParams(arrived.hash.slice(1)).get('key') ?? ''
    const cookie = `convene-login-${port}=${ada.cookies.get(`127.0.0.1:${port} convene-login-${port}`)}`
    expect((await me(node, { cookie, key })).me).toMatchObject({
      person: { name: 'Ada' },
      role: 'approver',
      space: { id: 'research' },
    })
    // After leaving the group, the role is gone at the next login.
    service.somebody = { sub: 'ada', name: 'Ada', groups: [] }
    const again = await browser({}).open(`${node.server.address}/login/start`)
    expect(await again.response?.text()).toContain('have no role in any space')
    expect((await me(node, { cookie, key })).status).toBe(401)
  })

  test('the server does not start if a login service’s secret is missing, and says what to set', async () => {
    const oidc = { issuer: 'https://login.example', clientId: 'convene', clientSecretEnv: 'NOT_SET' }
    await expect(web(url, { server: { oidc } })).rejects.toThrow('convene keys set NOT_SET')
  })

  test('the server does not start with a guessable token, and says how to make a better one', async () => {
    await expect(web(url, {}, 0, 'x'.repeat(31))).rejects.toThrow('openssl rand -hex 32')
  })

  const hostOf = ({ server }: Node) => new URL(server.address).host

  /** What a browser has after opening a link: cookies by name, and the page's key. */
  async function opened(link: string) {
    const response = await fetch(link, { redirect: 'manual' })
    const [cookie = ''] = response.headers.getSetCookie().map((line) => line.split(';')[0] ?? '')
    const key = new URLSearchParams(response.headers.get('location')?.split('#')[1]).get('key') ?? ''
    return { status: response.status, cookie, key }
  }

  /** A page's call, under each server's port. Behind a proxy, they would have the same name. */
  async function me(node: Node, browser: { readonly cookie: string; readonly key: string }) {
    const health = await fetch(`${node.server.address}/api/health?challenge=${'x'.repeat(24)}`)
    const { boot } = (await health.json()) as { boot: string }
    const cookie = browser.cookie.replace(/-\d+=/u, `-${node.server.port}=`)
    const headers = { cookie, 'x-convene-page': passOf(browser.key, hostOf(node), boot) }
    const response = await fetch(`${node.server.address}/api/me`, { headers })
    return { status: response.status, me: response.ok ? await response.json() : undefined, headers }
  }

  async function member(role: SpaceRole) {
    const by = { id: 'operator', name: 'operator' }
    const person = await one.accounts.createPerson({ name: `A ${role}`, email: null }, by)
    await one.accounts.setRole({ space: 'main', person: person.id, role }, by)
    const token = `convene_${randomBytes(32).toString('base64url')}`
    const made = await one.accounts.createToken(
      { name: 'test', person: person.id, space: 'main', expiresAt: null, hash: secretHash(token) },
      by,
    )
    return { person, token, id: made.id, client: createClient(httpHost({ base: two.server.address, token })) }
  }

  test('the first link makes an admin, who is logged in on both servers until they log out on one', async () => {
    expect(one.server.firstAdmin).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/login\/first\?code=[\w-]{43}$/u)
    const admin = await opened(one.server.firstAdmin ?? '')
    expect(admin.cookie).toMatch(/^convene-login-\d+=[\w-]{43}$/u)
    for (const node of [one, two])
      expect((await me(node, admin)).me).toMatchObject({
        role: 'admin',
        space: { id: 'main' },
        person: { name: 'Admin' },
      })
    // The other server's link was for the same role, which is now taken.
    expect((await opened(two.server.firstAdmin ?? '')).status).toBe(403)
    const { headers } = await me(two, admin)
    const body = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: '{}' }
    expect((await fetch(`${two.server.address}/api/logout`, body)).status).toBe(200)
    for (const node of [one, two]) expect((await me(node, admin)).status).toBe(401)
  })

  test('neither the cookie alone nor the page’s key alone can make calls', async () => {
    const { person } = await member('member')
    await one.accounts.createLogin({
      hash: secretHash('s'),
      person: person.id,
      space: 'main',
      expiresAt: Date.now() + 9e6,
    })
    const cookie = `convene-login-${one.server.port}=s`
    const { key } = await opened(one.server.link())
    const status = async (headers: Record<string, string>) =>
      (await fetch(`${one.server.address}/api/me`, { headers })).status
    expect(await status({ cookie })).toBe(401)
    expect(await status({ cookie, 'x-convene-page': 'wrong' })).toBe(401)
    expect(await status({ 'x-convene-page': key })).toBe(401)
    expect(await status({ cookie, 'x-convene-page': key })).toBe(200)
    expect(await status({ cookie, 'x-convene-page': key, origin: 'https://evil.example' })).toBe(403)
    // Links that open pages carry no key.
    expect((await fetch(`${one.server.address}/`, { headers: { cookie } })).status).toBe(200)
  })

  test('a visitor who is not logged in is redirected to the login page', async () => {
    const response = await fetch(`${one.server.address}/`, { redirect: 'manual' })
    expect([response.status, response.headers.get('location')]).toEqual([303, '/login'])
    expect(await (await fetch(`${one.server.address}/login`)).text()).toContain('Log in to Convene')
    expect((await fetch(`${one.server.address}/api/me`)).status).toBe(401)
  })

  test('a token works as its person until it is revoked or logged out', async () => {
    const [first, second] = [await member('member'), await member('member')]
    expect(await first.client.me()).toMatchObject({
      value: { person: { id: first.person.id }, role: 'member' },
    })
    await one.accounts.revokeToken(first.id, first.person.id, first.person)
    expect((await first.client.me()).ok).toBe(false)
    expect((await second.client.logout({})).ok).toBe(true)
    expect((await second.client.me()).ok).toBe(false)
  })

  test('the server’s own token is an admin named operator', async () => {
    const client = createClient(httpHost({ base: one.server.address, token: TOKEN }))
    expect(await client.me()).toMatchObject({ value: { person: { name: 'operator' }, role: 'admin' } })
  })

  test.each(['convene_', `convene_${'x'.repeat(43)}`, `${'x'.repeat(47)}`, "convene_' OR 1=1 --"])(
    'the token "%s" is refused',
    async (token) => {
      expect((await createClient(httpHost({ base: one.server.address, token })).me()).ok).toBe(false)
    },
  )
})

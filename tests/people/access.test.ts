import { createClient, httpHost } from '@convene/protocol'
import { agentTokenOf } from '@convene/server'
import { OPERATOR, secretHash, ticketFor } from '@convene/team'
import { answers, calls, says, scriptedModel } from '@convene/testkit'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { given, until } from '../../apps/server/src/server.fixture.ts'
import { called, type Somebody, type TeamServerFixture, TOKEN, teamServer } from './team-server.ts'

/** Each agent asks to run a command and finishes after the answer. */
const model = scriptedModel(
  answers(({ lines }) =>
    JSON.stringify(lines).includes('"role":"tool"') ? says('Done.') : calls('bash', { command: 'touch made' }),
  ),
)
const server = (await teamServer({ model })) as TeamServerFixture
afterAll(() => server?.close())
afterEach(() => void vi.useRealTimers())

const refusalOf = (result: { readonly ok: boolean; readonly refusal?: { readonly code: string } }) =>
  result.ok ? 'done' : result.refusal?.code

/** The pending ask in a new session of this person. */
async function asking({ client }: Somebody): Promise<string> {
  const { id } = given(await client.createSession({ goal: 'Do it.', agents: ['coder'], mode: 'agent' }))
  const asks = async () => given(await client.approvals()).items.find(({ session }) => session === id)?.id
  return until(async () => (await asks()) ?? false)
}

describe.skipIf(!server)('access to a team server', () => {
  test('nobody can create tokens for other people, not even an admin or the operator', async () => {
    const [ana, ben] = [await server.somebody('main', 'admin', 'Ana'), await server.somebody('main', 'approver', 'Ben')]
    const token = { name: 'mine now', person: ben.id }
    expect(refusalOf(await ana.page.createToken(token))).toBe('not_a_program')
    expect(refusalOf(await server.operator.createToken(token))).toBe('not_a_program')
    expect(refusalOf(await ben.page.createToken({ name: 'laptop' }))).toBe('done')
  })

  test('with the four-eyes rule, a program cannot approve anything, because an admin has its token', async () => {
    const space = await server.newSpace(true)
    const ana = await server.somebody(space, 'admin', 'Ana')
    const ask = await asking(ana)
    const { person } = given(await ana.page.createMember({ name: 'CI', role: 'approver' }))
    const { secret } = given(await ana.page.createToken({ name: 'pipeline', person: person.id }))
    const answer = (to: string) =>
      called(server.address, `/api/approvals/${ask}`, {
        ...{ token: secret, method: 'POST', body: JSON.stringify({ answer: to }) },
      })
    const refused = await answer('once')
    expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining('belongs to a program')])
    expect((await answer('deny')).status).toBe(200)
  })

  test('a token for asking teams can do nothing else, and a single-user agent token nothing at all', async () => {
    const ana = await server.somebody('main', 'admin')
    const { secret } = given(await ana.page.createToken({ name: 'agent', for: 'programs' }))
    const opens = async (path: string, token: string) => {
      const headers = { authorization: `Bearer ${token}`, accept: 'application/json, text/event-stream' }
      const asked = { method: 'POST', body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }) }
      const posted = { ...asked, headers: { ...headers, 'content-type': 'application/json' } }
      return (await fetch(`${server.address}${path}`, path === '/mcp' ? posted : { headers })).status
    }
    expect([await opens('/mcp', secret), await opens('/mcp', ana.token)]).toEqual([200, 200])
    for (const path of ['/api/me', '/api/approvals', '/api/changes', '/'])
      expect([path, await opens(path, secret)]).toEqual([path, 403])
    for (const path of ['/mcp', '/v1/models'])
      expect([path, await opens(path, agentTokenOf(TOKEN))]).toEqual([path, 401])
  })

  test('the tokens of a member who left stay revoked, even if the member comes back', async () => {
    const ana = await server.somebody('main', 'member')
    await server.accounts.removeMember({ space: 'main', person: ana.id }, OPERATOR)
    await server.accounts.setRole({ space: 'main', person: ana.id, role: 'member' }, OPERATOR)
    expect([refusalOf(await ana.client.me()), refusalOf(await ana.page.me())]).toEqual(Array(2).fill('unauthorized'))
  })

  test('an admin can revoke all tokens of a member in one space, and those in other spaces stay valid', async () => {
    const space = await server.newSpace()
    const [ana, ben] = [await server.somebody(space, 'admin'), await server.somebody(space, 'member')]
    await server.accounts.setRole({ space: 'main', person: ben.id, role: 'viewer' }, OPERATOR)
    const elsewhere = { name: 'x', person: ben.id, space: 'main', expiresAt: null, hash: `hash-in-${space}` }
    await server.accounts.createToken(elsewhere, OPERATOR)
    expect(refusalOf(await ben.client.revokeTokens({ person: ana.id }))).toBe('role_too_low')
    expect(refusalOf(await ana.client.revokeTokens({ person: 'nobody' }))).toBe('unknown_person')
    expect(refusalOf(await ana.client.revokeTokens({ person: ben.id }))).toBe('done')
    expect(refusalOf(await ben.client.me())).toBe('unauthorized')
    expect(await server.accounts.callerByToken(elsewhere.hash)).toMatchObject({ space: 'main' })
    expect(given(await ana.client.audit()).items[0]).toMatchObject({ action: 'tokens.revoked', target: ben.id })
  })

  test('a token cannot create tokens, even together with a cookie that looks like a login', async () => {
    const ana = await server.somebody('main', 'admin')
    const { person } = given(await ana.client.createMember({ name: 'CI', role: 'member' }))
    for (const wanted of [{ name: 'x' }, { name: 'x', person: person.id }])
      expect(refusalOf(await ana.client.createToken(wanted))).toBe('no_login')
    const headers = {
      authorization: `Bearer ${ana.token}`,
      'content-type': 'application/json',
      cookie: `convene-login-${new URL(server.address).port}=${ana.token}`,
    }
    const sent = { method: 'POST', headers, body: '{"name":"x"}' }
    expect(await (await fetch(`${server.address}/api/tokens`, sent)).text()).toContain('no_login')
  })

  describe('a terminal’s own token', () => {
    let number = 0
    async function terminal() {
      number += 1
      const token = `convene_${'x'.repeat(40)}${number}`
      const client = createClient(httpHost({ base: server.address, token }))
      const hash = secretHash(token)
      const { ticket } = given(await client.startConnect({ hash }))
      const code = `${hash.slice(0, 4)}-${hash.slice(4, 8)}`.toUpperCase()
      return { client, login: { name: 'laptop', hash, ticket, code } }
    }

    test('works once a logged-in person enters its code, and only for that person', async () => {
      const [ana, ben] = [await server.somebody('main', 'member'), await server.somebody('main', 'viewer')]
      const { client, login } = await terminal()
      expect(refusalOf(await ana.client.connect(login))).toBe('no_login')
      expect(refusalOf(await client.me())).toBe('unauthorized')
      expect(refusalOf(await ana.page.connect(login))).toBe('done')
      expect(refusalOf(await ben.page.connect(login))).toBe('already_connected')
      expect(given(await client.me())?.person.id).toBe(ana.id)
    })

    test('cannot be confirmed with another code, an old link, or a link that no terminal requested', async () => {
      const [{ page }, { client, login }, other] = [
        await server.somebody('main', 'admin'),
        await terminal(),
        await terminal(),
      ]
      for (const code of ['', '0000-0000', other.login.code, login.hash.slice(0, 9)])
        expect(refusalOf(await page.connect({ ...login, code }))).toBe('wrong_code')
      for (const ticket of ['', 'x', other.login.ticket, login.ticket.replace(/^./u, 'z')])
        expect(refusalOf(await page.connect({ ...login, ticket }))).toBe('login_expired')
      const old = ticketFor(TOKEN, login.hash, Date.now() - 1)
      expect(refusalOf(await page.connect({ ...login, ticket: old }))).toBe('login_expired')
      expect(refusalOf(await client.me())).toBe('unauthorized')
    })
  })

  /** An open stream of changes. `ended` advances its keep-alives until it is over. */
  async function stream({ token }: Somebody) {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const headers = { accept: 'text/event-stream', authorization: `Bearer ${token}` }
    const reader = (await fetch(`${server.address}/api/changes`, { headers })).body?.getReader()
    let isOver = false
    const read = async (): Promise<void> => {
      isOver = (await reader?.read())?.done ?? true
      return isOver ? undefined : read()
    }
    void read()
    const beat = async () => {
      await vi.advanceTimersByTimeAsync(15_000)
      return isOver
    }
    return { beat, ended: () => until(beat) }
  }

  test.each([
    ['its token is revoked', ({ id, tokenId }: Somebody) => server.accounts.revokeToken(tokenId, id, OPERATOR)],
    [
      'they get another role',
      ({ id: person }: Somebody) => server.accounts.setRole({ space: 'main', person, role: 'viewer' }, OPERATOR),
    ],
    [
      'they leave the space',
      ({ id: person }: Somebody) => server.accounts.removeMember({ space: 'main', person }, OPERATOR),
    ],
  ])('a person’s stream ends when %s', async (_, change) => {
    const ana = await server.somebody('main', 'member')
    const { beat, ended } = await stream(ana)
    await beat()
    expect((await ana.client.me()).ok).toBe(true)
    expect(await beat()).toBe(false)
    await change(ana)
    await ended()
  })
})
